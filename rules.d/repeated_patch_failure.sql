-- Read the file again when edits of it keep failing.
--
-- An edit whose old text is not in the file fails each time for the same reason: the file is not what the agent thinks it is. After
-- several of them, with none in between that took, the part in question has to be read, and the next edit made smaller. It is
-- said after the third, and again when that number has doubled.

--- severity = "warn"
--- when     = ["failed"]
--- tools    = ["edit", "write"]
--- repeat   = "doubled"
--- message  = "The last {count} edits failed. Read the lines that you want to change as they are now, and change fewer of them at once."
---
--- options.threshold = 3   # edits that fail one after the other

SELECT count(*) AS count, 'edits since ' || took.t AS subject
FROM  (SELECT coalesce(max(o.t), -1) AS t FROM events o
       WHERE  o.session = :session AND o.t > :t - 300 AND o.t <= :t AND o.moment = 'after'
         AND  o.tool = 'edit' AND o.outcome = 'ok') took
CROSS  JOIN events e ON e.session = :session AND e.t > max(:t - 30, took.t) AND e.t <= :t AND e.moment = 'after'
WHERE  e.tool = 'edit' AND e.outcome = 'failed' AND e.actor = :actor AND e.reason IN ('', 'no match')
HAVING count(*) >= :threshold
