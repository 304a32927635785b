-- Doubts the failures that a run would end, if something that decides how tests end, apart from programs and tests,
-- was made since the test last failed:
--
-- - a hook of the runner or an exit in a test (mark filter) that was not there, or a mock in a conftest.py;
-- - a question of a program whether it is being tested (mark tested), if no other program was changed;
-- - a file that the runner or its language loads by its name, or a program with the name of the runner (`:names`);
-- - a folder for temporary files in which the run now finds its program or its modules, or a word with which its
--   assertions are not compiled (`:steers`), or the build that was set up last is one of this kind;
-- - a folder that is not known, in which it ran, unless it is one of a container.
--
-- The doubt ends with a run of which none of this holds.

UPDATE failing
SET    doubtful = CASE
         WHEN EXISTS (SELECT 1 FROM marks m
                      CROSS  JOIN touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t
                      WHERE  m.session = :session AND m.t > failing.last AND e.root = :root
                        AND  e.kind IN ('edit', 'write')
                        AND  (m.mark = 'filter' AND (e.class IN ('test', 'settings') OR e.file GLOB '*[sS]etup*')
                              OR m.mark = 'mock' AND e.file GLOB '*conftest.py'
                              OR m.mark = 'tested' AND e.class = 'code'
                                 AND NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                                                 WHERE  o.session = :session AND o.t > failing.last AND o.root = e.root
                                                   AND  o.class = 'code' AND o.kind IN ('edit', 'write')
                                                   AND  o.outcome = 'ok' AND o.path <> e.path))
                      GROUP  BY m.path
                      HAVING sum(m.after - m.before) > 0)
           OR EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                      WHERE  e.session = :session AND e.t > failing.last AND e.outcome = 'ok'
                        AND  e.kind IN ('edit', 'write')
                        AND  replace(e.path, rtrim(e.path, replace(e.path, '/', '')), '')
                             IN (SELECT value FROM json_each(:names)))
           OR EXISTS (SELECT 1 FROM json_each(:steers) d
                      WHERE  NOT EXISTS (SELECT 1 FROM commands c
                                         WHERE  c.session = :session AND c.t = failing.last
                                           AND  (instr(c.text, d.value) OR instr(c.env, d.value))))
           OR (SELECT instr(c.text, '=Rel') OR instr(c.text, '=MinSizeRel') OR instr(c.text, 'NDEBUG')
               FROM   commands c
               WHERE  c.session = :session AND c.t > failing.last AND c.root = :root
                 AND  c.program = 'cmake' AND instr(c.text, 'CMAKE_')
               ORDER  BY c.t DESC, c.n DESC LIMIT 1)
           OR :dir = '?' AND dir <> '?'
              AND NOT EXISTS (SELECT 1 FROM commands c
                              WHERE  c.session = :session AND c.t = :t AND c.n = :command
                                AND  instr(c.env, 'container='))
         THEN 5 WHEN doubtful = 5 THEN 0 ELSE doubtful END
WHERE  session = :session AND root = :root;
