-- Keep a change in one place.
--
-- This edit is in one folder more than those that the session has edited since the user's last prompt.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["edit", "write"]
--- needs    = ["tally"]
--- repeat   = "once"
--- message  = "With {file} you edit files in {count} folders for this prompt. Finish one part first, or tell the user why the task needs them all."
---
--- options.most = 12   # folders for one prompt

WITH folders (folder) AS (
  SELECT DISTINCT rtrim(e.path, replace(e.path, '/', ''))
  FROM   tally y
  JOIN   sessions s ON s.session = y.session
  CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t > s.prompted AND e.root = y.root
  WHERE  y.session = :session AND y.root = :root AND y.last_edit > s.prompted AND e.kind IN ('edit', 'write') AND e.class IN ('code', 'test') AND e.outcome = 'ok' AND e.actor <> '*'
)
SELECT count(*) + 1 AS count, :file AS file, 'prompt of ' || coalesce((SELECT prompted FROM sessions WHERE session = :session), 0) AS subject
FROM   folders
WHERE  :root <> '' AND :class IN ('code', 'test')
HAVING count(*) >= :most AND NOT max(folder = rtrim(:path, replace(:path, '/', '')))
