-- Know how many subagents you start.
--
-- Subagents that start subagents, or one for each small thing, cost tokens without end. The rule counts those that were started
-- since the user's last prompt, also by subagents.

--- severity = "warn"
--- tools    = ["task"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "This is subagent number {count} since the user's last prompt. Do the rest yourself, or ask the user whether so many are wanted."
---
--- options.most = 20   # subagents for one prompt

SELECT n + 1 AS count
FROM   (SELECT count(DISTINCT e.t) AS n
        FROM   events e
        WHERE  e.session = :session AND e.t < :t
          AND  e.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
          AND  e.tool = 'task' AND e.moment IN ('before', 'after') AND e.outcome <> 'denied' AND e.name = :name)
WHERE  n >= :most
