-- Know how many subagents you start.
--
-- Subagents that start subagents, or one for each small thing, cost tokens without end. The rule counts those that were started
-- since the user's last prompt, also by subagents; and those that one subagent starts, which nobody has asked it for.

--- severity = "warn"
--- tools    = ["task"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "This is subagent number {count} {since}. Do the rest yourself, or ask the user whether so many are wanted."
---
--- says.since.prompt   = "since the user's last prompt"
--- says.since.subagent = "that this subagent starts"
---
--- options.most   = 20   # subagents for one prompt
--- options.nested = 3    # subagents that one subagent starts

WITH begun (actor, n) AS (
  SELECT e.actor, count(DISTINCT e.t)
  FROM   events e
  WHERE  e.session = :session AND e.t < :t
    AND  e.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
    AND  e.tool = 'task' AND e.moment IN ('before', 'after') AND e.outcome <> 'denied' AND e.name = :name
  GROUP  BY e.actor
)
SELECT sum(n) + 1 AS count, 'prompt' AS since FROM begun HAVING sum(n) >= :most
UNION  ALL
SELECT n + 1, 'subagent' FROM begun WHERE actor = :actor AND :actor <> '' AND n >= :nested
LIMIT  1
