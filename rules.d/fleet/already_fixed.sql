-- Look at the repair that somebody else has made.
--
-- A test fails here as it failed in another session, where it passes since a file was edited: in another worktree or on
-- another machine of the fleet. To find the repair a second time costs as much as the first, and two different ones have to be merged.

--- severity = "warn"
--- pack     = "fleet"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "{test} failed in the same way in another session ({agent}, {place}), and passes there since an edit of {file} {ago} ago. Look at that change before you make one of your own."
---
--- options.hours = 24   # how long ago the test may have passed there

WITH there AS MATERIALIZED (
  SELECT f.test, p.session, p.agent, p.edited, p.machine, p.worktree, p.branch, p.at
  FROM   failing f
  CROSS  JOIN team_recovered p ON p.test = f.test AND p.suite = f.suite
  WHERE  f.session = :session AND f.root = :root AND f.last = :t AND f.test <> '' AND f.signature <> 0
    AND  p.session <> :session AND p.worktree <> :root AND p.signature = f.signature
    AND  p.passed AND p.edited <> '' AND p.at > :now - :hours * 3600000
)
SELECT p.test, p.agent, p.edited AS file, p.test || ' ' || p.session AS subject,
       iif(p.machine <> '', p.machine, p.worktree) || iif(p.branch <> '', ':' || p.branch, '') AS place,
       iif(:now - p.at < 7200000, max((:now - p.at) / 60000, 1) || ' min', ((:now - p.at) / 3600000) || ' h') AS ago
FROM   there p
ORDER  BY p.at DESC
LIMIT  1
