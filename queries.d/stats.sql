-- Counts of calls, files, edits, test runs and verdicts.

--- title   = "Statistics"
--- project = true

SELECT 'calls' AS what, count(*) AS n FROM agent_calls WHERE session = coalesce(:session, session)
UNION ALL
SELECT 'refused calls', count(*) FROM events WHERE moment = 'before' AND outcome = 'denied' AND session = coalesce(:session, session)
UNION ALL
SELECT 'files read', count(DISTINCT path) FROM touches WHERE kind = 'read' AND outcome = 'ok' AND session = coalesce(:session, session)
UNION ALL
SELECT 'files edited', count(DISTINCT path) FROM touches WHERE kind IN ('edit', 'write') AND outcome = 'ok' AND session = coalesce(:session, session)
UNION ALL
SELECT 'edits', count(*) FROM touches WHERE kind IN ('edit', 'write') AND outcome = 'ok' AND session = coalesce(:session, session)
UNION ALL
SELECT 'edits of unread files', count(*) FROM unread_edits WHERE session = coalesce(:session, session)
UNION ALL
SELECT 'test runs', count(*) FROM runs WHERE kind = 'test' AND outcome <> 'unstarted' AND session = coalesce(:session, session)
UNION ALL
SELECT 'failing test runs', count(*) FROM runs WHERE kind = 'test' AND outcome = 'fail' AND session = coalesce(:session, session)
UNION ALL
SELECT 'warnings', count(*) FROM verdicts WHERE severity = 'warn' AND unsaid = '' AND session = coalesce(:session, session)
UNION ALL
SELECT 'asks', count(*) FROM verdicts WHERE severity = 'ask' AND unsaid = '' AND session = coalesce(:session, session)
UNION ALL
SELECT 'blocks', count(*) FROM verdicts WHERE severity = 'block' AND unsaid = '' AND session = coalesce(:session, session)
