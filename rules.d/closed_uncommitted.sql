-- Commit what belongs to a task that you close.
--
-- A task that is closed in a tracker tells others that the work is there. The turn ends, and what was edited for the
-- task is in no commit.

--- severity = "warn"
--- when     = ["stop"]
--- repeat   = "once"
--- gather   = "file"
--- message  = "You have closed a task, and {file} {file:is|are} not committed. Commit what belongs to it, or tell your user that it is not committed."

SELECT work.file, 'turn ' || (SELECT began FROM turn) AS subject
FROM   closed_tasks
JOIN   work ON work.root = closed_tasks.root AND work.t < closed_tasks.t
WHERE  work.way = 'done'
  AND  work.t > coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = work.root), 0)
GROUP  BY work.path
