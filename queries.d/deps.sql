-- All files that a file imports, directly or indirectly.

--- title = "Dependencies"
--- args  = ["file"]

WITH RECURSIVE reached (path, depth) AS (
  SELECT :file, 0
  UNION
  SELECT d.target, reached.depth + 1 FROM reached JOIN depends_on d ON d.root = :root AND d.path = reached.path
  WHERE  reached.depth < 50
)
SELECT substr(path, length(:root) + 2) AS file, min(depth) AS depth
FROM   reached
WHERE  path <> :file
GROUP  BY path
ORDER  BY depth, file
