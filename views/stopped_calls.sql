-- The calls that did not run after witness had the user asked about them or had refused them, as far as the client does
-- not say itself that they were denied. `ended` is `asked, refused` or `refused by a hook`; a call that still waits for
-- its answer has no row.

SELECT e.session, e.t, CAST(iif(EXISTS (SELECT 1 FROM verdicts b
                                        WHERE  b.session = e.session AND b.t = e.t AND b.severity = 'block'
                                          AND  b.moment = 'before' AND b.unsaid = ''),
                                'refused by a hook', 'asked, refused') AS TEXT) AS ended
FROM   events e
WHERE  e.moment = 'before' AND e.outcome <> 'denied'
  AND  EXISTS (SELECT 1 FROM verdicts v
               WHERE  v.session = e.session AND v.t = e.t AND v.severity IN ('ask', 'block') AND v.moment = 'before'
                 AND  v.unsaid = '')
  AND  NOT EXISTS (SELECT 1 FROM events d WHERE d.session = e.session AND d.t = e.t AND d.moment = 'after')
  AND  EXISTS (SELECT 1 FROM events l WHERE l.session = e.session AND l.t > e.t AND l.actor = e.actor)
