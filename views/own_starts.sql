-- What this session has started lately, or starts earlier on this line: programs with their words, and lines that the
-- client runs in the background. `background` is 1 if nobody waits for it. What only looks for processes has started
-- nothing.

SELECT c.t, c.text, c.args, c.background,
       EXISTS (SELECT 1 FROM events d
               WHERE  d.session = :session AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'failed') AS failed
FROM   commands c
WHERE  c.session = :session AND c.t > :t - 1000 AND (c.t < :t OR c.n < :n AND instr(c.text, :text) = 0) AND NOT c.inert
       AND c.program NOT GLOB 'git *'
  AND  c.program NOT IN ('pkill', 'killall', 'pgrep', 'kill', 'ps', 'lsof', 'fuser', 'grep', 'sleep', 'ss', 'netstat')
UNION  ALL
SELECT e.t, e.command, '[]', 1, 0
FROM   events e
WHERE  e.session = :session AND e.t > :t - 1000 AND e.moment = 'after' AND e.source <> '' AND e.tool = 'run'
