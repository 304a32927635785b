-- Say why a test expects something else now.
--
-- A test passed, a change of this session to the program turned it red, and since then nothing but the test's own file was changed: it
-- is green because it asks for something else. That may be what was wanted, but who reads the history sees a test that has always
-- passed, so the message of the commit has to say it. One that speaks of tests or of what is expected does. A test file that
-- the session itself made is still being written, and nothing is said if the user asked for other tests.

--- severity = "warn"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- yields   = ["no_commit_failing", "test_weakened"]
--- message  = "{test} passed, failed after you changed the program, and since then only its own file, {file}, was changed. Make it pass as it was, or say in the message of the commit why it expects something else."

SELECT test, file, file AS subject
FROM   green_by_test g
WHERE  :commits AND g.t > coalesce((SELECT t FROM last_commit l WHERE l.root = :root), 0)
  AND  NOT EXISTS (SELECT 1 FROM json_each('["test", "spec", "specs", "expect", "assert", "snapshot"]') w
                   WHERE  lower(' ' || :text || ' ' || :input || ' ')
                          GLOB '*[^a-z]' || w.value || iif(w.value GLOB 'spec*', '[^a-z]*', '*'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'change test')
ORDER  BY file, test
LIMIT  1
