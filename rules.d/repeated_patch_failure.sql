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

SELECT count(*) AS count, 'edits since ' || min(e.t) AS subject
FROM   events e
WHERE  e.session = :session AND e.t > :t - 30 AND e.t <= :t AND e.moment = 'after' AND e.tool = 'edit'
  AND  e.outcome = 'failed' AND e.actor = :actor AND e.reason IN ('', 'no match')
  AND  NOT EXISTS (SELECT 1 FROM events o
                   WHERE  o.session = e.session AND o.t > e.t AND o.t <= :t AND o.moment = 'after'
                     AND  o.tool = 'edit' AND o.outcome = 'ok')
HAVING count(*) >= :threshold
