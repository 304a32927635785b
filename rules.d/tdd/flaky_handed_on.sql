-- Tell of a test that fails and passes.
--
-- A test failed and then passed, with nothing changed in between: it will fail again, for somebody who does not know why. Until it is
-- told, a commit, a push and the end of a turn hand it on as green.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "once"
--- message  = "{test} failed and passed with nothing changed in between, so it is flaky. Find out why, or tell the user of it."

SELECT f.test, f.test AS subject
FROM   handovers
JOIN   flipped_tests f ON f.root = handovers.root
WHERE  NOT EXISTS (SELECT 1 FROM claims WHERE label IN ('flaky', 'tests_fail'))
ORDER  BY f.t DESC
LIMIT  1
