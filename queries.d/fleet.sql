-- Who works on what: the sessions of the last day, here and elsewhere, with the number of files that each has edited, the last of
-- them, and how many tests fail there.

--- title = "Sessions of the fleet"
--- options.hours = 24   # how long ago a session may have done something

WITH
did (session, agent, machine, user, worktree, branch, file, at) AS (
  SELECT session, agent, machine, user, worktree, branch, file, at FROM team_edits WHERE ended IS NULL AND at > :now - :hours * 3600000
  UNION ALL
  SELECT session, agent, machine, user, worktree, branch, NULL, at FROM team_runs WHERE at > :now - :hours * 3600000
),
last_time (session, machine, worktree, at, edited) AS (
  SELECT session, machine, worktree, max(at), count(DISTINCT file) FROM did GROUP BY session, machine, worktree
),
red (session, worktree, failing) AS (
  SELECT f.session, f.worktree, count(DISTINCT f.suite || ' ' || f.test)
  FROM   team_failing f
  WHERE  NOT EXISTS (SELECT 1 FROM team_recovered p WHERE p.session = f.session AND p.test = f.test AND p.suite = f.suite AND p.at > f.at)
  GROUP  BY f.session, f.worktree
)
SELECT iif(d.machine = '', 'here', d.machine) AS machine, replace(d.worktree, rtrim(d.worktree, replace(d.worktree, '/', '')), '') AS worktree, d.branch, d.agent, d.user, l.edited AS files,
       coalesce((SELECT o.file FROM did o WHERE o.session = l.session AND o.worktree = l.worktree AND o.file IS NOT NULL ORDER BY o.at DESC, o.file LIMIT 1), '') AS last,
       coalesce(r.failing, 0) AS failing, (:now - l.at) / 60000 AS minutes
FROM   last_time l
JOIN   did d ON d.session = l.session AND d.machine = l.machine AND d.worktree = l.worktree AND d.at = l.at
LEFT   JOIN red r ON r.session = l.session AND r.worktree = l.worktree
GROUP  BY l.session, l.machine, l.worktree
ORDER  BY l.at DESC, l.session
LIMIT  200
