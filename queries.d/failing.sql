-- The tests that are known to fail.

--- title    = "Failing tests"
--- briefing = 1
--- red      = true

SELECT name AS test, file, message
FROM   failing_tests
WHERE  session = coalesce(:session, session)
ORDER  BY since, name
