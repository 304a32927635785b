-- The tests that passed before an edit of the session and have failed since. views/regressions.sql defines them.

--- title    = "Regressions"
--- briefing = 2
--- red      = true

SELECT name AS test, broken_by, message
FROM   regressions
WHERE  session = coalesce(:session, session)
ORDER  BY since, name
