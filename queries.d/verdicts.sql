-- What witness said, newest first.

--- title = "Verdicts"

SELECT session, t, moment, severity, rule, subject, message
FROM   verdicts
WHERE  session = coalesce(:session, session)
ORDER  BY at DESC, session, t DESC, rule
LIMIT  200
