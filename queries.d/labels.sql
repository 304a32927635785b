-- What readers said of texts that are not kept: the last messages of agents, the answers of fetches and of foreign tools.

--- title   = "Labels"
--- project = true

SELECT DISTINCT l.kind, l.label, coalesce(nullif(e.host, ''), nullif(e.name, ''), e.moment) AS "of", l.session, l.t
FROM   labels l
LEFT   JOIN events e ON e.session = l.session AND e.t = l.t AND e.moment <> 'before'
WHERE  l.session = coalesce(:session, l.session)
ORDER  BY l.session, l.t, l.kind, l.label
