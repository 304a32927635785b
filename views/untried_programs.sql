-- Of the files in untested_edits the programs that were there before, and that nothing has tried or checked since. `edits` and `pile`
-- are those of the tally of the project.

SELECT untested_edits.session, untested_edits.root, untested_edits.path, untested_edits.file, untested_edits.t,
       y.edits, y.pile
FROM   untested_edits
JOIN   tally y ON y.session = untested_edits.session AND y.root = untested_edits.root
WHERE  y.edits > 0
  AND  EXISTS (SELECT 1 FROM touches e
               WHERE  e.session = untested_edits.session AND e.path = untested_edits.path AND +e.t = untested_edits.t
                 AND  e.class = 'code' AND e.on_disk)
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = untested_edits.session AND k.path = untested_edits.path AND k.kind = 'delete'
                     AND  k.outcome = 'ok' AND +k.t >= untested_edits.t)
  AND  untested_edits.t >= coalesce((SELECT max(a.t) FROM trials a), -1)
  -- A script in another language than the tests that were seen is not what they are for.
  AND  (NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                    WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test')
        OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test'
                     AND  x.file GLOB '*'
                     || substr(untested_edits.file,
                               length(rtrim(untested_edits.file, replace(untested_edits.file, '.', '')))) || '*'))
