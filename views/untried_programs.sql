-- The programs among them that were there before, and that nothing has tried since: no command has run that may have, be it
-- no test, build or check that witness knows. `edits` and `pile` are those of the project's tally.

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
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
                                  AND e.outcome <> 'denied'
                   WHERE  c.session = untested_edits.session AND c.t > untested_edits.t AND NOT c.inert
                     AND  NOT EXISTS (SELECT 1 FROM idle_programs i WHERE c.program GLOB i.name))
  -- A script in another language than the tests that were seen is not what they are for.
  AND  (NOT EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                    WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test')
        OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests
                   WHERE  x.session = untested_edits.session AND x.root = untested_edits.root AND x.class = 'test'
                     AND  x.file GLOB '*'
                     || substr(untested_edits.file,
                               length(rtrim(untested_edits.file, replace(untested_edits.file, '.', '')))) || '*'))
