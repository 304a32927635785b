-- What you have read stands above.
--
-- The same agent has read the same lines of a file again and again, with nothing changed in it since, and the context was not
-- compacted. What was shown is compared: the same lines of a file that has not changed, by the same command or tool, since another one may
-- show what the first did not. The results of other calls are not known, so that a command, a search or a fetch may be repeated as
-- often as it is useful.

--- severity = "warn"
--- pack     = "focus"
--- when     = ["after"]
--- tools    = ["read"]
--- repeat   = "doubled"
--- message  = "These lines of {file} were shown {count} times, and the file has not changed in between. Use what stands above."
---
--- options.threshold = 3   # reads of the same lines

SELECT :file AS file, count(*) AS count
FROM   touches now
JOIN   touches r ON r.session = now.session AND r.path = now.path AND r.actor = now.actor AND r.kind = 'read'
                AND r.first_line = now.first_line AND r.last_line = now.last_line
WHERE  now.session = :session AND now.path = :path AND now.actor = :actor AND now.kind = 'read' AND now.t = :t
  AND  r.outcome = 'ok' AND r.manner = '' AND now.manner = ''
  AND  (r.t = :t OR EXISTS (SELECT 1 FROM events v
                            WHERE  v.session = r.session AND v.t = r.t AND v.name = :name AND v.command = :command))
  AND  NOT EXISTS (SELECT 1 FROM own_changes k WHERE k.path = :path AND +k.t > r.t)
  AND  NOT EXISTS (SELECT 1 FROM changes h
                   WHERE  h.session = :session AND h.t > r.t AND h.kind IN ('checkout', 'restore', 'fix'))
  AND  NOT EXISTS (SELECT 1 FROM events c WHERE c.session = :session AND c.t > r.t AND c.moment IN ('compact', 'start'))
HAVING count(*) >= :threshold
