-- Stay with the task.
--
-- An edit of a file that depends on nothing that was edited so far, and that was never
-- read in this session, is likely to have wandered off. The blast radius of an edit is
-- every file that imports the edited one, directly or not; the files of a Go package see
-- one another without an import.

--- severity = "off"
--- tools    = ["edit", "write"]
--- needs    = ["tally"]
--- message  = "{file} does not depend on anything edited in this session and was never read. Read it, or say why the task needs it."

WITH RECURSIVE reached (path) AS (
  SELECT :path
  UNION
  SELECT d.target FROM reached CROSS JOIN depends_on d ON d.root = :root AND d.path = reached.path
  LIMIT 5000
)
SELECT :file AS file
WHERE  :root <> '' AND :on_disk
  AND  EXISTS (SELECT 1 FROM tally WHERE session = :session AND root = :root AND first_edit IS NOT NULL)
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
