-- Do not strew files.
--
-- The session has made many new files for one prompt, and is about to make another, in folders that were there before: what fills a
-- new folder is one new part. Files that were deleted again do not count, nor those of tests, and what tools write.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["write"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "{file} is new file number {count} for this prompt. Put it into a file that exists, or delete those that are not needed any more."
---
--- options.most = 12   # new files for one prompt

WITH part (path) AS MATERIALIZED (
  SELECT d.path || '/' FROM turn CROSS JOIN folders d ON d.session = :session AND d.t > turn.began
)
SELECT n + 1 AS count, :file AS file
FROM  (SELECT count(DISTINCT m.path) AS n
       FROM   turn
       CROSS  JOIN own_edits m ON m.t > turn.began
       WHERE  m.made AND m.root = :root AND m.class NOT IN ('test', 'generated', 'scratch') AND m.actor <> '*'
         AND  NOT EXISTS (SELECT 1 FROM part WHERE substr(m.path, 1, length(part.path)) = part.path)
         AND  NOT EXISTS (SELECT 1 FROM own_changes k WHERE k.path = m.path AND k.kind = 'delete' AND +k.t > m.t))
WHERE  NOT :on_disk AND :root <> '' AND :class NOT IN ('test', 'generated', 'scratch') AND n >= :most
  AND  NOT EXISTS (SELECT 1 FROM part WHERE substr(:path, 1, length(part.path)) = part.path)
