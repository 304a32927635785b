-- Every file that imports a file, directly or not: what an edit of it can break, besides the files of its own Go package.

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
