-- Stay with the task.
--
-- An edit probably does not belong to the task if the file depends on no file that was edited
-- so far and was never read in this session. A file depends on another if it imports it,
-- directly or indirectly; the files of a Go package depend on each other without an import.

--- severity = "warn"
--- pack     = "focus"
--- tools    = ["edit", "write"]
--- message  = "{file} does not depend on anything edited in this session and was never read. Read it, or say why the task needs it."

WITH RECURSIVE reached (path) AS (
  SELECT :path
  UNION
  SELECT d.target FROM reached CROSS JOIN depends_on d ON d.root = :root AND d.path = reached.path
  LIMIT 5000
)
SELECT :file AS file
WHERE  :on_disk AND :manner <> 'checked' -- a client that refuses to change an unread file knows that it was read
  AND  :root = (SELECT i.root FROM imports i WHERE i.root = :root LIMIT 1)
  -- The imports of other projects, such as another worktree, are not known.
  AND  :root = (SELECT v.root FROM events v WHERE v.session = :session AND v.t = :t LIMIT 1)
  AND  EXISTS (SELECT 1 FROM tally WHERE session = :session AND root = :root AND last_edit IS NOT NULL)
  AND  NOT :seen
  AND  NOT EXISTS (SELECT 1 FROM touches WHERE session = :session AND path = :path AND outcome = 'ok')
  AND  NOT EXISTS (
         SELECT 1 FROM reached
         CROSS  JOIN touches e ON e.session = :session AND e.path = reached.path
         WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok')
  AND  NOT (:path GLOB '*.go' AND EXISTS (
         SELECT 1 FROM rounds o
         WHERE  o.session = :session
           AND  rtrim(o.path, replace(o.path, '/', '')) = rtrim(:path, replace(:path, '/', ''))))
