-- Which edits a failing test passed after: likely, not certain, fixes.

--- title = "Likely fixes"

SELECT test, suite, file, failed, passed
FROM   likely_fixes
WHERE  session = coalesce(:session, session) AND file IS NOT NULL
ORDER  BY passed, test
