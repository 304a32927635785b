-- The commands of this session that ran and have ended, with how their call ended. Ask with a tick.

SELECT c.t, c.n, c.program, c.args, c.text, c.dir, c.root, c.inert, c.hidden, c.gates, c.commits, e.outcome, e.actor
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  c.session = :session AND e.outcome <> 'denied'
