-- The commands of the calls that ran and have ended, with how each call ended. A command that was refused, or still
-- runs, is not here.

SELECT c.session, c.t, c.n, e.actor, c.program, c.args, c.text, c.dir, c.root, c.runner, c.task, c.commits, e.outcome,
       e.exit
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  e.outcome <> 'denied'
