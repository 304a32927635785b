-- All files that import a file, directly or indirectly: an edit can break these, and in Go the files of its own package.

--- title = "Blast radius"
--- args  = ["file"]

WITH RECURSIVE reached (path, depth) AS (
  SELECT :file, 0
  UNION
  SELECT d.path, reached.depth + 1 FROM reached JOIN depends_on d ON d.root = :root AND d.target = reached.path
  WHERE  reached.depth < 50
)
SELECT substr(path, length(:root) + 2) AS file, min(depth) AS depth
FROM   reached
WHERE  path <> :file
GROUP  BY path
ORDER  BY depth, file
