-- Commit before you close the task.
--
-- A task that is closed in a tracker tells others that the work is there. What was edited for it is in no commit.

--- severity = "warn"
--- commands = ["bd", "beads", "gh issue", "glab", "jira", "linear", "acli", "tea"]
--- repeat   = "once"
--- gather   = "file"
--- message  = "This closes a task, and {file} {file:is|are} not committed. Commit what belongs to it first, or tell your user that it is not committed."

SELECT e.file
FROM   turn
CROSS  JOIN own_edits e ON e.t > turn.began AND e.root = :root AND e.class IN ('code', 'test', 'settings')
WHERE  EXISTS (SELECT 1 FROM json_each(:args) w WHERE w.value IN ('close', 'done', 'closed'))
  AND  e.t > coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = :root), 0)
GROUP  BY e.path
