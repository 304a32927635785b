-- The tests that failed and passed on the same files, as this store and the fleet have seen.

--- title = "Flaky tests of the fleet"

SELECT test, suite, tool, count(*) AS flips, count(DISTINCT session) AS sessions, count(DISTINCT machine) AS machines, (:now - max(at)) / 86400000 AS days
FROM   team_flips
GROUP  BY test, suite, tool
ORDER  BY flips DESC, test, suite
LIMIT  200
