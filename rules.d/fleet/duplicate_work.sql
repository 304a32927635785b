-- Do not do what somebody else is doing.
--
-- Another session has edited the same files within the last hour, in another worktree or on another machine: `files` of
-- them, and at least half of those that this session has edited. If both work on the same task, one of the two is for
-- nothing. The rule is wrong where a task was split on purpose.

--- severity = "warn"
--- pack     = "fleet"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "Another session ({agent}, {place}) has edited {shared} of the {mine} files that you have edited: {file}. Ask your user whether both do the same work, before you go on."
--- gather   = "file"
---
--- options.files   = 3    # how many files both have edited
--- options.minutes = 60   # how long ago their edits count

WITH
mine (file) AS MATERIALIZED (SELECT DISTINCT r.file FROM rounds r WHERE r.session = :session AND r.root = :root),
theirs (session, agent, place, worktree, file) AS MATERIALIZED (
  SELECT e.session, e.agent, iif(e.machine <> '', e.machine, e.worktree) || iif(e.branch <> '', ':' || e.branch, ''),
         e.worktree, e.file
  FROM   mine m
  CROSS  JOIN team_edits e ON e.file = m.file
  WHERE  e.session <> :session AND e.worktree <> :root AND e.at > :now - :minutes * 60000
    AND  EXISTS (SELECT 1 FROM sessions o WHERE o.root = :root)
    AND  (e.machine <> '' OR EXISTS (SELECT 1 FROM sessions o WHERE o.root = e.worktree))
),
most (session, worktree, shared) AS MATERIALIZED (
  SELECT session, worktree, count(DISTINCT file) FROM theirs GROUP BY session, worktree ORDER BY 3 DESC, 1 LIMIT 1
)
SELECT DISTINCT t.session AS subject, t.agent, t.place, most.shared, (SELECT count(*) FROM mine) AS mine, t.file
FROM   most
JOIN   theirs t ON t.session = most.session AND t.worktree = most.worktree
WHERE  most.shared >= :files AND 2 * most.shared >= (SELECT count(*) FROM mine)
ORDER  BY t.file
