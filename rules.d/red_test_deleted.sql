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
FROM   tests_of_file f
WHERE  :class = 'test' AND :manner <> 'move' AND f.excuse NOT IN ('passed', 'stashed', 'doubtful')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'change test' OR verb = 'delete' AND named)
  AND  NOT EXISTS (SELECT 1 FROM made_file)
  AND  NOT EXISTS (SELECT 1 FROM goes_along)
ORDER  BY f.since, f.name
LIMIT  1
