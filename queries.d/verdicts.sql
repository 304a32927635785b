-- What witness said, newest first, and what it kept to itself.
--
-- `witness why ID` tells why. `unsaid` is empty for what the agent was told; observe, snooze
-- and allow are the reasons why it was not.

--- title = "Verdicts"

SELECT id, session, t, moment, severity, unsaid, rule, subject, message
FROM   verdicts
WHERE  session = coalesce(:session, session)
ORDER  BY at DESC, session, t DESC, rule
LIMIT  200
