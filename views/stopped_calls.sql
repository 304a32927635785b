-- The calls that did not run after witness had the user asked about them or had refused them, as far as the client does not say itself
-- that they were denied. `ended` is `asked, refused` or `refused by a hook`; a call that still waits for its answer has no row.

SELECT e.session, e.t, iif(max(v.severity = 'block'), 'refused by a hook', 'asked, refused') AS ended
FROM   events e
JOIN   verdicts v ON v.session = e.session AND v.t = e.t AND v.moment = 'before' AND v.severity <> 'warn' AND v.unsaid = ''
WHERE  e.moment = 'before' AND e.outcome <> 'denied'
  AND  NOT EXISTS (SELECT 1 FROM events d WHERE d.session = e.session AND d.t = e.t AND d.moment = 'after')
  AND  (v.severity = 'block'
        OR EXISTS (SELECT 1 FROM events l WHERE l.session = e.session AND l.t > e.t AND l.actor = e.actor))
GROUP  BY e.session, e.t
