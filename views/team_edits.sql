-- The last change of each file by each session. `path` is '' elsewhere.

SELECT e.session, s.agent, CAST('' AS TEXT) AS machine, CAST('' AS TEXT) AS user, e.root AS worktree,
       CAST(iif(e.root = s.root, s.branch, '') AS TEXT) AS branch, e.path, e.file, e.t, e.at, s.ended
FROM   editors e
JOIN   sessions s ON s.session = e.session
WHERE  e.actor <> '*'
UNION ALL
SELECT f.session, f.agent, f.machine, f.user, f.worktree, f.branch, CAST('' AS TEXT), f.file, CAST(NULL AS INTEGER),
       f.at, CAST(NULL AS INTEGER)
FROM   fleet_touches f
