-- Say why a test expects something else now.
--
-- A test passed, a change of this session to the program turned it red, and since then no program was changed: it is green
-- because its file was changed, what it reads, or the settings that decide how tests run, or because a run wrote what it
-- expects anew. That may be what was wanted, but who reads the history sees a test that has always passed, so the message
-- of the commit has to say it. One that speaks of tests or of what is expected does. A test file that the session itself
-- made is still being written, and nothing is said if the user asked for other tests.

--- severity = "warn"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- yields   = ["no_commit_failing", "test_weakened"]
--- message  = "{test} passed, failed after you changed the program, and is green again because of `{file}`: no program was changed since. Make it pass as it was, or say in the message of the commit what it asks for now and why."

SELECT test, file, file AS subject
FROM   green_by_test
WHERE  :commits AND green_by_test.t > coalesce((SELECT t FROM last_commit l WHERE l.root = :root), 0)
  AND  NOT EXISTS (SELECT 1 FROM json_each('["test", "spec", "specs", "expect", "assert", "snapshot", "golden",
                                             "fixture"]') w
                   WHERE  lower(' ' || :text || ' ' || :input || ' ')
                          GLOB '*[^a-z]' || w.value || iif(w.value GLOB 'spec*', '[^a-z]*', '*'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'change test')
ORDER  BY how DESC, file, test
LIMIT  1
