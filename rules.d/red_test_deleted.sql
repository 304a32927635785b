-- Do not delete the test that fails.
--
-- A failing test that was there before the session tells something, and once it is gone nobody is told any more. The user is
-- asked. A test that the session made may go, and so may one that is moved, or deleted together with the program
-- that it tests.

--- severity = "ask"
--- tools    = ["delete"]
--- needs    = ["failing"]
--- message  = "{test} fails, and this deletes its file {file}. Make it pass, or ask the user whether the test may go."

SELECT f.name AS test, :file AS file
FROM   failing_tests f
WHERE  f.session = :session AND f.root = :root AND f.file <> '' AND :class = 'test'
  AND  f.excuse NOT IN ('passed', 'doubtful')
       -- The file of the test, which Go prints without its folder: the package tells it.
  AND  CASE WHEN f.identity <> '' THEN substr(f.identity, 1, length(:file) + 1) = :file || ' '
            WHEN instr(f.file, '/') THEN :file = f.file OR :path = f.file OR substr(:file, -1 - length(f.file)) = '/' || f.file
            ELSE :base = f.file AND (:base = :file OR f.suite = '' OR substr('/' || f.suite, -1 - length(:file) + length(:base) + 1) = '/' || substr(:file, 1, length(:file) - length(:base) - 1)) END
       -- The user wants the test changed, or this file deleted.
  AND  NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'change test' OR w.verb = 'delete' AND w.named)
       -- The session made it, moves it, or deletes a program with it.
  AND  NOT EXISTS (SELECT 1 FROM touches m WHERE m.session = :session AND m.path = :path AND m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok')
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t = :t AND :tool = 'run' AND c.program IN ('mv', 'git mv')
                     AND  (c.args ->> '$[#-1]' GLOB '*' || :ext OR c.args ->> '$[#-1]' NOT GLOB '*.*'))
  AND  NOT EXISTS (SELECT 1 FROM commands c, json_each(c.args) w
                   WHERE  c.session = :session AND c.t = :t AND :tool = 'run' AND c.program IN ('rm', 'git rm') AND w.value GLOB '*' || :ext AND lower(w.value) NOT GLOB '*test*' AND lower(w.value) NOT GLOB '*spec*')
  AND  NOT EXISTS (SELECT 1 FROM touches m INDEXED BY touches_in_order
                   WHERE  m.session = :session AND m.t >= f.since AND m.t < :t AND m.kind = 'delete' AND m.class = 'code' AND m.root = :root AND m.outcome = 'ok')
ORDER  BY f.since, f.name
LIMIT  1
