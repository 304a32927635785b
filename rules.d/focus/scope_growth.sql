-- Keep a change in one place.
--
-- This edit is in one folder more than those that the session has edited since the user's last prompt.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "With {file} you edit files in {count} folders for this prompt. Finish one part first, or tell the user why the task needs them all."
---
--- options.most = 12   # folders for one prompt

WITH edited (folder) AS (
  SELECT DISTINCT e.folder
  FROM   turn
  JOIN   tally y ON y.session = :session AND y.root = :root AND y.last_edit > turn.began
  CROSS  JOIN own_edits e ON e.t > turn.began AND e.root = y.root
  WHERE  e.class IN ('code', 'test') AND e.actor <> '*'
)
SELECT count(*) + 1 AS count, :file AS file, 'prompt of ' || (SELECT began FROM turn) AS subject
FROM   edited
WHERE  :root <> '' AND :class IN ('code', 'test')
HAVING count(*) >= :most AND NOT max(folder = :folder)
