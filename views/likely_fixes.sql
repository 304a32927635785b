-- The edits that likely fixed a test: `file` is the last file edited between a failure and the run that showed
-- that the test no longer fails.

SELECT session, tool, test, suite, failed, t AS passed, edited AS file
FROM   recovered
WHERE  edited <> '' AND passed AND test <> '' AND test NOT GLOB '[[]*]'
