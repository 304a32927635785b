-- Do not do what somebody else is doing.
--
-- Another session has edited the same files within the last hour, in another worktree or on another machine: `files` of
-- them, and at least half of those that this session has edited. If both work on the same task, one of the two is for
-- nothing. The rule is wrong where a task was split on purpose.

--- severity = "warn"
--- pack     = "fleet"
--- tools    = ["edit", "write"]
--- needs    = ["rounds"]
--- repeat   = "once"
--- message  = "Another session ({agent}{place}) has edited {shared} of the {mine} files that you have edited: {names}. Ask your user whether both do the same work, before you go on."
---
--- options.files   = 3    # how many files both have edited
--- options.minutes = 60   # how long ago their edits count

WITH
mine (file) AS MATERIALIZED (
  SELECT DISTINCT r.file FROM rounds r WHERE r.session = :session AND r.root = :root
),
theirs (session, agent, machine, worktree, branch, file) AS MATERIALIZED (
  SELECT e.session, e.agent, e.machine, e.worktree, e.branch, e.file
  FROM   mine m
  CROSS  JOIN team_edits e ON e.file = m.file
  WHERE  e.session <> :session AND e.worktree <> :root AND e.at > :now - :minutes * 60000 AND EXISTS (SELECT 1 FROM sessions o WHERE o.root = :root)
    AND  (e.machine <> '' OR EXISTS (SELECT 1 FROM sessions o WHERE o.root = e.worktree))
)
SELECT t.session AS subject, t.agent,
       iif(t.machine <> '', ' on ' || t.machine, ' in ' || t.worktree) || iif(t.branch <> '', ', branch ' || t.branch, '') AS place,
       count(DISTINCT t.file) AS shared, (SELECT count(*) FROM mine) AS mine,
       (SELECT group_concat(file, ', ') FROM (SELECT DISTINCT i.file FROM theirs i WHERE i.session = t.session ORDER BY i.file LIMIT 5))
         || iif(count(DISTINCT t.file) > 5, ', …', '') AS names
FROM   theirs t
GROUP  BY t.session, t.worktree
HAVING count(DISTINCT t.file) >= :files AND 2 * count(DISTINCT t.file) >= (SELECT count(*) FROM mine)
ORDER  BY count(DISTINCT t.file) DESC, t.session
LIMIT  1
