-- The last run of tests of each session here, and the runs of tests elsewhere. `whole` is 1 if it selected nothing, `clean` is as in
-- team_failing.

SELECT y.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, y.root AS worktree, s.branch,
       CAST(w.selection = '[]' AND w.dir = '' AS INTEGER) AS whole,
       CAST(coalesce(w.t < y.first_edit, 1) AS INTEGER) AS clean, w.outcome, v.at
FROM   sessions s
CROSS  JOIN tally y ON y.session = s.session AND y.root = s.root
CROSS  JOIN runs w ON w.session = y.session AND w.t = y.last_run
CROSS  JOIN events v ON v.session = w.session AND v.t = w.t AND v.moment = 'after'
WHERE  w.root = y.root AND w.kind = 'test'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, f.whole,
       CAST(f.tree <> '' AND instr(f.tree, '+') = 0 AS INTEGER), f.outcome, f.at
FROM   fleet_runs f
WHERE  f.kind = 'test'
