-- The verdicts that others see: which rule said something, how severely, and what people voted. Neither the message nor
-- the file or command.
SELECT json_array(v.session, v.t, v.rule, v.subject, v.moment) AS uid,
       e.root AS worktree,
       e.agent, v.session,
       v.rule, v.severity, v.unsaid,
       coalesce((SELECT o.vote FROM votes o WHERE (o.session, o.t, o.rule, o.subject, o.moment) = (v.session, v.t, v.rule, v.subject, v.moment) ORDER BY o.at DESC LIMIT 1), '') AS vote,
       v.at
FROM   json_each(:seen) n
CROSS JOIN verdicts v ON v.session = :session AND v.t = n.value AND v.at >= :since
JOIN   events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
JOIN   json_each(:trees) w ON w.value ->> 'root' = e.root
