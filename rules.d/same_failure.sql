-- Change something before you try the same again.
--
-- The same command has failed several times in a row, and nothing was changed, installed or started in between: it
-- will fail again. The rule speaks after the third failure, and again when that number has doubled. It is silent about
-- a command that waits for something by polling.

--- severity = "warn"
--- when     = ["failed"]
--- tools    = ["run"]
--- repeat   = "doubled"
--- message  = "This command has failed {count} times, and nothing was changed in between. Read what it says, and change something before you try again."
---
--- options.threshold = 3   # failures of the same command

SELECT count(*) AS count, substr(:command, 1, 200) AS subject
FROM   events e
WHERE  e.session = :session AND e.t > :t - 40 AND e.t <= :t AND e.moment = 'after' AND e.tool = 'run'
  AND  e.outcome = 'failed'
  AND  e.command = :command AND e.actor = :actor AND NOT EXISTS (SELECT 1 FROM polls)
  AND  NOT EXISTS (SELECT 1 FROM events o
                   WHERE  o.session = e.session AND o.t > e.t AND o.t < :t AND o.moment <> 'before'
                     AND  (o.moment = 'prompt' OR o.tool IN ('edit', 'write', 'delete')
                           OR o.tool = 'run' AND o.outcome = 'ok' AND o.command <> :command
                           AND EXISTS (SELECT 1 FROM commands c
                                       WHERE  c.session = o.session AND c.t = o.t AND NOT c.inert)))
HAVING count(*) >= :threshold
