-- The latest calls and moments, newest first.

--- title = "Timeline"
--- args  = ["n?"]

SELECT e.at, e.session, e.t, e.actor, e.moment, e.tool,
       CASE WHEN e.command <> '' THEN e.command
            ELSE coalesce((SELECT group_concat(f.file, ' ') FROM touches f WHERE f.session = e.session AND f.t = e.t), e.name) END AS subject,
       e.outcome || iif(e.reason = '', '', ' (' || e.reason || ')') AS outcome, e.exit
FROM   events e
WHERE  e.session = coalesce(:session, e.session)
  AND  (e.moment <> 'before' OR e.outcome = 'denied')
ORDER  BY e.at DESC, e.session, e.t DESC
LIMIT  coalesce(CAST(:n AS INTEGER), 20)
