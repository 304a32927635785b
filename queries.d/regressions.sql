-- The tests that were turned red: they passed before an edit and have failed since. views/failures.sql defines it.

--- title    = "Turned red"
--- project  = true
--- briefing = 2

SELECT name AS test, broken_by, message
FROM   red_now
WHERE  apart = ''
ORDER  BY session, since, name
