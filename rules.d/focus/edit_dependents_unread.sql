-- Look at who uses a file before you change it.
--
-- Other files import this one, and the session has read none of them. A file that the session made has no users yet, and in Go the
-- files of a package use each other without an import.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["edit"]
--- repeat   = "once"
--- message  = "{n} {n:file imports|files import} {file}, and you have read none. Read {one} before you change what others use."

SELECT count(*) AS n, :file AS file, min(substr(d.path, length(:root) + 2)) AS one
FROM   depends_on d
WHERE  d.root = :root AND d.target = :path AND d.path <> :path AND :class = 'code'
  AND  NOT EXISTS (SELECT 1 FROM depends_on i
                   CROSS  JOIN touches r ON r.session = :session AND r.path = i.path AND r.outcome = 'ok'
                   WHERE  i.root = :root AND i.target = :path AND i.path <> :path)
  AND  NOT EXISTS (SELECT 1 FROM own_changes m WHERE m.path = :path AND m.made)
HAVING count(*) > 0
