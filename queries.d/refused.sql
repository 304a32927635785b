-- The calls that did not happen because the user or a hook refused them, the latest first.

--- title   = "Refused calls"
--- project = true
--- compact = 9

SELECT iif(e.command <> '', substr(e.command, 1, 60), e.name) || ', ' || e.reason AS refused
FROM   events e
WHERE  e.session = coalesce(:session, e.session) AND e.moment = 'before' AND e.outcome = 'denied'
  AND  e.reason IN ('refused by the user', 'refused by a hook')
GROUP  BY e.session, 1
ORDER  BY max(e.t) DESC
