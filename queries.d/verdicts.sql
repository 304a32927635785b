-- What witness reported, newest first, and what it withheld.
--
-- `witness why ID` explains a verdict. `unsaid` is empty for what the agent was told;
-- otherwise it is the reason why it was not: observe, snooze or allow.

--- title   = "Verdicts"
--- project = true

SELECT id, at, session, t, moment, severity, unsaid, rule, about AS subject, message
FROM   said
WHERE  session = coalesce(:session, session)
ORDER  BY at DESC, session, t DESC, rule, id
LIMIT  200
