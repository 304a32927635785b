-- Do not delete the test that fails.
--
-- A failing test that was there before the session says something, and once it is gone nobody hears it. The user is
-- asked about a deletion of its file, and about a change of the file after which the test is missing. The rule is
-- silent about a test that the session made, one that is moved, and one that is deleted together with the program that
-- it tests.

--- severity = "ask"
--- tools    = ["delete", "write", "edit"]
--- message  = "{test} fails, and this {does} its file {file}. Make it pass, or ask the user whether the test may go."
---
--- says.does.shortens = "takes it out of"

SELECT f.name AS test, iif(:kind = 'delete', 'deletes', 'shortens') AS does, :file AS file
FROM   tests_of_file f
WHERE  :class = 'test' AND :manner <> 'move' AND f.excuse NOT IN ('passed', 'stashed', 'doubtful')
  AND  (:kind = 'delete'
        OR instr(:file, f.own) = 0 -- what failed as a file has no name in it
           AND EXISTS (SELECT 1 FROM json_each(:gone) w
                       WHERE  ' ' || f.own || ' ' GLOB '*[^A-Za-z0-9_]' || w.value || '[^A-Za-z0-9_]*'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'change test' OR verb = 'delete' AND named)
  AND  NOT EXISTS (SELECT 1 FROM made_file)
  AND  NOT EXISTS (SELECT 1 FROM goes_along)
ORDER  BY f.since, f.name
LIMIT  1
