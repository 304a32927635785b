-- What may change the result of a test though no file of the project was edited: a new task, the
-- work of another agent, the end of something in the background, a command that did more than show
-- something, a pause, a change outside of the project. `line` is 1 for a change of files, which
-- counts also on the line of the run itself.

SELECT e.t, 0 AS line
FROM   events e
WHERE  e.session = :session AND e.t < :t
  AND  (e.moment IN ('start', 'prompt', 'compact', 'subagent_stop') OR e.tool = 'task' OR e.actor <> :actor
        OR e.name IN ('TaskOutput', 'AgentOutputTool', 'BashOutput', 'KillShell', 'TaskStop', 'task-notification',
                      'write_stdin', 'wait', 'wait_agent'))
UNION  ALL
SELECT p.t, 0
FROM   commands p
WHERE  p.session = :session AND p.t <= :t AND (p.t < :t OR p.n < :n)
  AND  (NOT p.inert AND p.kind IN ('', 'fix') AND p.program NOT GLOB 'git *'
        OR p.program IN ('sleep', 'wait', 'Start-Sleep'))
  AND  (p.t = :t OR EXISTS (SELECT 1 FROM events d
                            WHERE  d.session = p.session AND d.t = p.t AND d.moment = 'after'
                              AND  d.outcome <> 'denied'))
UNION  ALL
SELECT k.t, k.outcome = 'ok'
FROM   touches k INDEXED BY touches_in_order
WHERE  k.session = :session AND k.t < :t AND k.kind IN ('edit', 'write', 'delete', 'rewrite')
  AND  k.outcome IN ('ok', 'unknown') AND (k.root <> :root OR k.outcome = 'ok' AND k.manner <> 'same')
UNION  ALL
SELECT g.t, 1 FROM changes g WHERE g.session = :session AND g.t < :t
