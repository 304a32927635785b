-- The edits after which a failing test passed. They are likely fixes, not certain ones.

--- title   = "Likely fixes"
--- project = true

SELECT test, suite, file, failed, passed
FROM   likely_fixes
WHERE  session = coalesce(:session, session) AND file IS NOT NULL
ORDER  BY passed, test
