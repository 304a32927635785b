-- Run the tests of what you have changed.
--
-- Tests have run since the change, and they are those of something else: a file that has a test of its own was changed, the agent has
-- seen that test, and no run has selected it. It is said at a commit and a push, and of a message that says that the work is done or that the tests pass.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit", "git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "once"
--- gather   = "test"
--- message  = "The tests that have run since you changed {changed} are of something else: {test} {test:has|have} not run. Run {test:it|them} before you hand this on."

SELECT DISTINCT iif(min(unrun_tests.file) OVER () = max(unrun_tests.file) OVER (), unrun_tests.file, 'this') AS changed,
       unrun_tests.test, max(unrun_tests.file) OVER () || ' at ' || max(unrun_tests.t) OVER () AS subject
FROM   unrun_tests
WHERE  (way <> 'done' OR EXISTS (SELECT 1 FROM claims WHERE label IN ('done', 'tests_pass')))
  AND  NOT EXISTS (SELECT 1 FROM pile_red b WHERE b.root = unrun_tests.root
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
