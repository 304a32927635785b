-- Read the file again when edits of it keep failing.
--
-- An edit whose old text is not in the file fails each time for the same reason: the file is not what the agent thinks it is. After
-- several of one file, with none in between that took and without a look at it, the part in question has to be read, and the next edit
-- made smaller. It is said after the third, and again when that number has doubled.

--- severity = "warn"
--- when     = ["failed"]
--- tools    = ["edit", "write"]
--- repeat   = "doubled"
--- message  = "The last {count} edits of {file} failed, and you have not read it in between. Read the lines that you want to change as they are now, and change fewer of them at once."
---
--- options.threshold = 3   # edits of a file that fail one after the other

SELECT count(*) AS count, :file AS file, :path || ' since ' || known.t AS subject
FROM  (SELECT coalesce(max(o.t), -1) AS t FROM touches o INDEXED BY touches_in_order
       WHERE  o.session = :session AND o.t > :t - 300 AND o.t <= :t AND o.path = :path AND o.outcome = 'ok') known
CROSS  JOIN events e ON e.session = :session AND e.t > max(:t - 30, known.t) AND e.t <= :t AND e.moment = 'after'
WHERE  e.tool = 'edit' AND e.outcome = 'failed' AND e.actor = :actor AND e.reason IN ('', 'no match')
  AND  EXISTS (SELECT 1 FROM touches f WHERE f.session = :session AND f.t = e.t AND f.path = :path)
HAVING count(*) >= :threshold
