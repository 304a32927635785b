-- What people said of verdicts, newest first: what they marked as wrong, and what they let pass.
--
-- `vote` is `wrong` after `witness wrong`, and `weak` if the refused call was allowed once, or the
-- rule was snoozed soon afterwards. `version` is the witness that recorded the vote.

--- title   = "Votes"
--- project = true

SELECT id, vote, severity, rule, subject, because, version
FROM   judged
WHERE  session = coalesce(:session, session) AND vote <> ''
ORDER  BY at DESC, session, t DESC, rule
LIMIT  200
