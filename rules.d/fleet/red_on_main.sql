-- Know what is red on the default branch before you start.
--
-- At the start of a session: the tests that failed on the default branch before anything was edited, and have not passed there
-- since. A session that does not know of them looks for the cause in its own edits. Where the repository does not tell its default
-- branch, it is main or master.

--- severity = "warn"
--- pack     = "fleet"
--- when     = ["start"]
--- repeat   = "once"
--- message  = "On {branch}, {names} failed {ago}{place}, before any edit. Run the tests before your first edit, so that you can tell these failures from your own."
---
--- options.hours = 24   # how long ago the tests may have failed

WITH
base (branch) AS MATERIALIZED (SELECT value FROM json_each(iif(:default_branch = '', '["main", "master"]', json_array(:default_branch)))),
failed (test, suite, branch, machine, worktree, at) AS MATERIALIZED (
  SELECT f.test, f.suite, f.branch, f.machine, f.worktree, f.at
  FROM   base b
  CROSS  JOIN team_failing f ON f.branch = b.branch
  WHERE  f.clean AND f.at > :now - :hours * 3600000
),
again (test, suite, branch, at) AS MATERIALIZED (
  SELECT p.test, p.suite, p.branch, p.at
  FROM   base b
  CROSS  JOIN team_recovered p ON p.branch = b.branch
  WHERE  p.clean AND p.at > :now - :hours * 3600000
),
green (branch, at) AS MATERIALIZED (
  SELECT g.branch, g.at
  FROM   base b
  CROSS  JOIN team_runs g ON g.branch = b.branch
  WHERE  g.clean AND g.whole AND g.outcome = 'pass' AND g.at > :now - :hours * 3600000
),
red (test, branch, machine, worktree, at) AS MATERIALIZED (
  SELECT f.test, f.branch, f.machine, f.worktree, f.at
  FROM   failed f
  WHERE  NOT EXISTS (SELECT 1 FROM again p WHERE p.test = f.test AND p.suite = f.suite AND p.branch = f.branch AND p.at > f.at)
    AND  NOT EXISTS (SELECT 1 FROM green g WHERE g.branch = f.branch AND g.at > f.at)
)
SELECT l.branch, l.branch AS subject,
       (SELECT group_concat(test, ', ') FROM (SELECT DISTINCT o.test FROM red o ORDER BY o.test LIMIT 3))
         || CASE (SELECT count(DISTINCT test) FROM red) WHEN 1 THEN '' WHEN 2 THEN '' WHEN 3 THEN ''
            ELSE ' and ' || ((SELECT count(DISTINCT test) FROM red) - 3) || ' more' END AS names,
       CASE WHEN :now - l.at < 120000 THEN 'a minute ago'
            WHEN :now - l.at < 7200000 THEN ((:now - l.at) / 60000) || ' minutes ago' ELSE ((:now - l.at) / 3600000) || ' hours ago' END AS ago,
       CASE WHEN l.machine <> '' THEN ' on ' || l.machine WHEN l.worktree <> :root THEN ' in ' || l.worktree ELSE '' END AS place
FROM   red l
ORDER  BY l.at DESC
LIMIT  1
