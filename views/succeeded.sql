-- The commands of this session that have succeeded, as far as an exit status shows it. `holds` is 0 if a later command of the
-- line may have changed what the command had seen.

SELECT c.t, c.n, c.text, c.kind, c.inert,
       NOT EXISTS (SELECT 1 FROM commands l
                   WHERE  l.session = c.session AND l.t = c.t AND l.n > c.n AND NOT l.inert AND l.kind IN ('', 'fix')
                     AND  l.program NOT GLOB 'git *') AS holds
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome = 'ok'
WHERE  c.session = :session AND NOT c.hidden
