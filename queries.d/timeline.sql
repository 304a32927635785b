-- The latest calls and moments, newest first.
--
-- `outcome` is `asked, refused` for a call about which witness had the user asked and that did not run.

--- title   = "Timeline"
--- project = true
--- args    = ["n?"]

SELECT e.at, e.session, e.t, e.actor, e.moment, e.tool,
       CASE WHEN e.command <> '' THEN e.command
            ELSE coalesce((SELECT group_concat(f.file, ' ') FROM touches f WHERE f.session = e.session AND f.t = e.t), e.name) END AS subject,
       coalesce(u.ended, e.outcome || iif(e.reason = '', '', ' (' || e.reason || ')')) AS outcome, e.exit
FROM   events e
LEFT   JOIN stopped_calls u ON u.session = e.session AND u.t = e.t AND e.moment = 'before'
WHERE  e.session = coalesce(:session, e.session)
  AND  (e.moment <> 'before' OR e.outcome = 'denied' OR u.ended IS NOT NULL)
ORDER  BY e.at DESC, e.session, e.t DESC
LIMIT  coalesce(CAST(:n AS INTEGER), 20)
