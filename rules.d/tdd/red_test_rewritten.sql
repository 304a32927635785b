-- Say why a test expects something else now.
--
-- A change of this session turned the test red, and since then nothing but the test's own file was changed: it is green because
-- it asks for something else. That may be what was wanted, and then the commit or the last message has to say so. A test file
-- that the session itself made is still being written, and nothing is said if the user asked for other tests.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- yields   = ["test_weakened"]
--- message  = "{test} failed after you changed the program, and since then only its own file, {file}, was changed. Make it pass as it was, or say in the commit or your last message why it expects something else."

SELECT test, file, file AS subject
FROM   green_by_test
WHERE  (:moment = 'stop' OR :commits)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'change test')
ORDER  BY file, test
LIMIT  1
