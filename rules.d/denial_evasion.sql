-- What was refused is refused in any other way.
--
-- A rule has refused a change of this file, and now it is to be changed by other means: a shell line instead of the editing tool,
-- or another line. The refusal was about the file and not about the tool. A new prompt of the user clears it, and so does a call that
-- has read or changed something since, because it may have done what the refusal asked for.

--- severity = "ask"
--- tools    = ["edit", "write", "delete"]
--- needs    = ["touches"]
--- message  = "A change of {file} was refused in this turn, and this makes it in another way. Do what the refusal said, or ask the user."

SELECT :file AS file
FROM   touches d
JOIN   events a ON a.session = d.session AND a.t = d.t AND a.outcome = 'denied'
WHERE  d.session = :session AND d.path = :path AND d.outcome = 'denied' AND d.t < :t AND d.kind IN ('edit', 'write', 'delete')
       -- In another way: by the shell what was refused to a tool, or by another line.
  AND  :via = 'shell' AND (d.via = 'tool' OR a.command <> :command)
  AND  NOT EXISTS (SELECT 1 FROM touches k INDEXED BY touches_in_order WHERE k.session = :session AND k.t > d.t AND k.t < :t AND k.outcome = 'ok')
  AND  NOT EXISTS (SELECT 1 FROM events p WHERE p.session = :session AND p.t > d.t AND p.moment IN ('prompt', 'start'))
LIMIT  1
