-- Failures that share a message, and so perhaps a cause.

--- title    = "Failures with the same message"
--- project  = true
--- briefing = 6

SELECT message, tests, names
FROM   error_clusters
WHERE  session = (SELECT session FROM asked_session) AND tests > 1
ORDER  BY tests DESC, message
