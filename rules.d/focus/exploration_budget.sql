-- Looking is not an end in itself.
--
-- An agent has read and searched many times in a row since the user last spoke, and has neither changed nor run anything in between. In
-- plan mode, and for subagents, looking is the task.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["read", "search"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "You have looked {count} times since the user's last prompt without a change or a run. Act on what you know, or tell the user what is missing."
---
--- options.threshold = 40   # reads and searches in a row

SELECT n AS count
FROM  (SELECT count(DISTINCT e.t) AS n
       FROM   turn
       CROSS  JOIN events e ON e.session = :session AND e.t > turn.began
       WHERE  e.actor = '' AND e.moment = 'after' AND e.tool IN ('read', 'search', 'fetch', 'run')
         AND  e.t > coalesce((SELECT max(x.t) FROM events x
                              WHERE  x.session = :session AND x.t > :t - 500 AND x.moment = 'after'
                                AND  x.tool IN ('edit', 'write', 'delete', 'task', 'other')), 0)
         AND  e.t > coalesce((SELECT max(c.t) FROM commands c
                              WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND NOT c.inert), 0))
WHERE  :actor = '' AND :mode <> 'plan' AND n >= :threshold
