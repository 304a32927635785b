-- The lines that this session started in the background and that still run. Some clients say at a stop which these are
-- (`:running`). Where they do not, it is the lines of whose end nothing is known: neither the client nor a look at the
-- output has told it, and no process was ended since.

SELECT s.t, s.command, s.source AS task
FROM   events s
WHERE  s.session = :session AND s.t > :t - 500 AND s.t < :t AND s.moment = 'after' AND +s.source <> ''
  AND  s.tool = 'run' AND s.name <> 'task-notification' AND s.outcome NOT IN ('denied', 'failed')
  AND  iif(:running IS NOT NULL,
           s.source IN (SELECT value FROM json_each(:running)),
           NOT EXISTS (SELECT 1 FROM events e INDEXED BY events_of_tasks
                       WHERE  e.session = s.session AND e.source = s.source AND e.source <> ''
                         AND  e.moment = 'after' AND e.t > s.t)
           AND NOT EXISTS (SELECT 1 FROM events k
                           WHERE  k.session = s.session AND k.t > s.t AND k.moment = 'after'
                             AND  k.name IN ('KillShell', 'KillBash', 'TaskStop', 'BashOutput', 'TaskOutput'))
           AND NOT EXISTS (SELECT 1 FROM touches r
                           WHERE  r.session = s.session AND r.t > s.t AND r.path GLOB '*' || s.source || '*')
           AND NOT EXISTS (SELECT 1 FROM commands c
                           WHERE  c.session = s.session AND c.t > s.t
                             AND  c.program IN ('kill', 'pkill', 'killall', 'fuser', 'kill-port', 'wait')))
