-- Know what is red on the default branch before you start.
--
-- At the start of a session: the tests that failed on the default branch before anything was edited, and have not passed there
-- since. A session that does not know of them looks for the cause in its own edits. Where the repository does not tell its default
-- branch, it is main or master.

--- severity = "warn"
--- pack     = "fleet"
--- when     = ["start"]
--- repeat   = "once"
--- message  = "On {branch}, {test} failed {ago} ago ({place}), before any edit. Run the tests before your first edit, so that you can tell these failures from your own."
--- gather   = "test"
---
--- options.hours = 24   # how long ago the tests may have failed

WITH red (test, branch, machine, worktree, at) AS MATERIALIZED (
  SELECT f.test, f.branch, f.machine, f.worktree, f.at
  FROM   json_each(iif(:default_branch = '', '["main", "master"]', json_array(:default_branch))) b
  CROSS  JOIN team_failing f ON f.branch = b.value
  WHERE  f.clean AND f.at > :now - :hours * 3600000
    AND  NOT EXISTS (SELECT 1 FROM team_recovered p
                     WHERE  p.branch = f.branch AND p.test = f.test AND p.suite = f.suite AND p.clean AND p.at > f.at)
    AND  NOT EXISTS (SELECT 1 FROM team_runs g
                     WHERE  g.branch = f.branch AND g.clean AND g.whole AND g.outcome = 'pass' AND g.at > f.at)
),
last AS (SELECT * FROM red ORDER BY at DESC LIMIT 1)
SELECT DISTINCT r.test, l.branch, l.branch AS subject,
       iif(:now - l.at < 7200000, max((:now - l.at) / 60000, 1) || ' min', ((:now - l.at) / 3600000) || ' h') AS ago,
       iif(l.machine <> '', l.machine, l.worktree) AS place
FROM   last l, red r
ORDER  BY r.test
