-- Do not push on red.
--
-- A push while tests are known to fail hands the failure on to everybody. Only failures that this session can be
-- blamed for count: the test passed before its edits, or it edited the test and a program.

--- severity = "warn"
--- commands = ["git push", "jj git", "hg push", "sl push", "gh pr", "gh release", "glab"]
--- repeat   = "once"
--- gather   = "test"
--- yields   = ["no_commit_failing"]
--- message  = "{test} {count:is|are} known to fail. Make {count:it|them} pass before you push, or tell your user that {count:it does|they do} not."

SELECT name AS test, sum(count) OVER () AS count, 'red since ' || max(since) OVER () AS subject
FROM   red_tests
ORDER  BY since, name
