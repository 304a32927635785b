-- See a new test fail once.
--
-- A test file that this session made has been run, and no run since it was made had a failure: nothing shows that its tests can
-- fail. It is told at a commit and at the end of a turn. An error that kept the tests from running, such as a missing import,
-- counts as red.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "The tests in {file} are new and have only ever passed. Break what they test for a moment and see them fail, then put it back."

SELECT m.file, m.file AS subject
FROM   touches m INDEXED BY touches_of_tests
JOIN   runs r ON r.session = m.session AND r.root = m.root AND r.t >= m.t AND r.kind = 'test' AND r.outcome = 'pass'
WHERE  m.session = :session AND m.root = :root AND m.class = 'test' AND (:moment = 'stop' OR :commits)
  -- a file that was renamed is not new
  AND  m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok' AND m.manner <> 'copy'
       -- A file with tests: not a fixture, a snapshot or settings.
  AND  EXISTS (SELECT 1
               FROM   json_each('[".go", ".py", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".rs", ".java", ".kt", ".rb",
                                 ".cs", ".php", ".swift", ".ex", ".exs", ".scala", ".dart", ".c", ".cc",
                                 ".cpp"]') x
               WHERE  m.file GLOB '*' || x.value)
  AND  NOT EXISTS (SELECT 1 FROM json_each('["*/conftest.py", "*fixture*", "*mock*", "*testdata*", "*helper*"]') x
                   WHERE  lower('/' || m.file) GLOB x.value)
  AND  NOT EXISTS (SELECT 1 FROM runs x
                   WHERE  x.session = m.session AND x.root = m.root AND x.t >= m.t
                     AND  (x.outcome <> 'pass' OR x.failed > 0))
  AND  EXISTS (SELECT 1 FROM last_changes l
               WHERE  l.session = m.session AND l.path = m.path AND l.kind IN ('edit', 'write'))
ORDER  BY m.t DESC
LIMIT  1
