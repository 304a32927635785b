-- The tests of `unrepaired` that turned green because what they expect has changed, and not the program. `how`:
--   test      the test's own file was edited
--   given     what tests read was edited: a fixture, a snapshot, a helper
--   settings  what decides how tests run was edited (behaviour_files)
--   anew      a run wrote what tests expect; `file` is its command
-- Left out are files that the session is still writing: those that it made, or had changed before the test failed. Besides
-- the test's own file only fixtures and helpers count: other files of tests are those of other tests. A program that was
-- changed may be the repair, unless settings put it into the place of another.

WITH bent (test, failed, t, made, file, path, class, base) AS (
  SELECT u.test, u.failed, u.t, u.made, e.file, e.path, e.class,
         lower(replace(e.path, rtrim(e.path, replace(e.path, '/', '')), ''))
  FROM   unrepaired u
  CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > u.failed AND e.t <= u.t
  WHERE  e.root = :root AND e.class IN ('test', 'settings') AND e.kind IN ('edit', 'write', 'rewrite')
    AND  e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo') AND e.actor <> '*'
    AND  NOT EXISTS (SELECT 1 FROM touches m
                     WHERE  m.session = :session AND m.path = e.path AND m.kind IN ('edit', 'write')
                       AND  m.outcome = 'ok'
                       AND  (m.t > u.passed AND m.t < u.failed OR m.kind = 'write' AND NOT m.on_disk))
)
SELECT test, file, path, t, 'test' AS how FROM bent
WHERE  class = 'test' AND NOT made AND EXISTS (SELECT 1 FROM tests f
               WHERE  f.session = :session AND f.t = bent.failed AND f.outcome = 'fail' AND f.test = bent.test
                 AND  (f.file = '' OR substr('/' || bent.path, -1 - length(f.file)) = '/' || f.file
                       OR substr(f.file, -1 - length(bent.file)) = '/' || bent.file)) -- in a container
UNION  ALL
SELECT test, file, path, t, 'given' FROM bent
WHERE  class = 'test' AND NOT made
  AND  (base NOT GLOB '*test*.*' AND base NOT GLOB '*spec*.*'
        OR EXISTS (SELECT 1 FROM test_helpers h WHERE base GLOB h.name))
UNION  ALL
SELECT test, file, path, t, 'settings' FROM bent
WHERE  class = 'settings' AND EXISTS (SELECT 1 FROM behaviour_files b WHERE bent.base GLOB lower(b.name))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t > bent.failed AND g.t <= bent.t
                     AND (g.kind <> 'build' OR base GLOB 'dockerfile*' OR base GLOB '*compose*'))
UNION  ALL
SELECT u.test, c.text, '', u.t, 'anew'
FROM   unrepaired u
CROSS  JOIN commands c ON c.session = :session AND c.t > u.failed AND c.t <= u.t
WHERE  NOT u.made AND c.root = :root AND (c.kind = 'test' OR c.program = 'cargo insta')
  AND  EXISTS (SELECT 1 FROM rewriting_runs w
               WHERE  c.program GLOB w.program
                 AND  (instr(c.args, json_quote(w.word)) OR instr(c.env, '"' || w.word)))
