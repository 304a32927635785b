-- Keeps the tests that a run names as failing. The view `regressions` depends on the column `passed`: the last
-- earlier run in which the test passed. That is one that names it as passed, or a complete run that covered it
-- without naming it, if the test's own file has not been edited since (it may be a new test that has to fail first).
-- A suite that fails as a whole, because it cannot be built or loaded, has passed if anything in it has.
--
-- A test that fails before the session's first edit and was not seen to pass, or fails while the edits are stashed
-- away, is not the session's. One that fails only while they are stashed, and had passed with them, is not kept: it
-- will pass again when they return. A file outside of the project, such as a script that reproduces a fault, is none
-- of its tests: `:outside` is 1 if the run selected only such files. `:more` are the flags of this run that make
-- more tests run or fail, such as build tags: a run without them does not repeat the failure.

INSERT INTO failing (session, root, tool, suite, test, file, message, since, last, passed, program, dir, selection,
                     task, language, signature, tree, identity, needs, baseline)
SELECT :session, :root, :tool, f.suite, f.test, f.file, f.message, :t, :t, f.passed, :program, :dir, :selection, :task,
       :language, f.signature, :tree, f.identity,
       (SELECT json_group_array(w.value) FROM json_each(:more) w
        WHERE  w.value <> '-race' OR f.message GLOB 'race detected*'),
       :stashed OR f.passed IS NULL
         AND NOT EXISTS (SELECT 1 FROM tally y
                         WHERE  y.session = :session AND y.first_edit IS NOT NULL
                           AND  (y.root = :root
                                 OR EXISTS (SELECT 1 FROM parts WHERE root = y.root AND project = :root)))
FROM  (SELECT f.*, x.test IS NOT NULL AS known,
              -- A test that fails already keeps its value; looking it up again would cost more with each run.
              CASE WHEN x.test IS NOT NULL THEN x.passed ELSE (
                SELECT r.t FROM runs r
                WHERE  r.session = :session AND r.root = :root AND r.tool = :tool AND r.kind = 'test'
                  AND  r.tree <= :tree AND r.t < :t
                  AND  (EXISTS (SELECT 1 FROM outcomes p
                                WHERE  p.session = r.session AND p.t = r.t AND p.n = r.n
                                  AND  p.suite = f.suite AND p.outcome = 'pass'
                                  AND (p.test = f.test OR f.test = f.suite OR f.test GLOB '[[]*]'))
                        OR r.complete AND f.file <> ''
                           AND (r.selection = '[]' AND r.dir IN ('', :dir)
                                OR r.program = :program AND r.dir = :dir AND r.selection = :selection
                                -- or it selected the test's own file, folder or package
                                OR NOT EXISTS (SELECT 1 FROM json_each(r.selection) w WHERE w.value GLOB '[~?]*')
                                   AND EXISTS (SELECT 1 FROM json_each(r.selection) w
                                               WHERE  w.value = f.file
                                                 OR   substr(f.file, 1, length(w.value) + 1) = w.value || '/'
                                                 OR   substr(f.suite, -1 - length(w.value)) = '/' || w.value))
                           AND NOT EXISTS (SELECT 1 FROM outcomes q
                                           WHERE  q.session = r.session AND q.t = r.t AND q.n = r.n
                                             AND  q.test = f.test AND q.suite = f.suite)
                           AND NOT EXISTS (
                                 SELECT 1 FROM touches e
                                 WHERE  e.session = :session AND e.t > r.t AND e.t <= :t
                                   AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok'
                                   AND  (e.path = :root || '/' || f.file -- in a repository inside of the project
                                         OR e.root = :root
                                            AND (e.file = f.file
                                                 OR substr(e.file, -1 - length(f.file)) = '/' || f.file))))
                ORDER  BY r.tree DESC, r.t DESC LIMIT 1) END AS passed
       FROM   tests f
       LEFT   JOIN failing x ON x.session = :session AND x.root = :root AND x.tool = :tool
                            AND x.suite = f.suite AND x.test = f.test
       WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.outcome = 'fail') f
WHERE  f.identity NOT GLOB '../*' AND NOT (:stashed AND f.passed IS NOT NULL AND NOT f.known)
  AND  NOT (:outside AND f.identity GLOB '/*') -- an absolute path may be one in a container
ON CONFLICT (session, root, tool, suite, test) DO UPDATE SET
  last = excluded.last, message = excluded.message, file = excluded.file, program = excluded.program,
  dir = excluded.dir, selection = excluded.selection, task = excluded.task, signature = excluded.signature,
  tree = excluded.tree, identity = excluded.identity, needs = excluded.needs, doubtful = 0,
  baseline = max(baseline, excluded.baseline);
