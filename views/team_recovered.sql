-- Each time that a test failed and then no longer did. `passed` is 0 if it has not passed: it is gone, or the files are what they were
-- before. `edited` is the last file edited before.

SELECT a.session, s.agent, CAST('' AS TEXT) AS machine, a.root AS worktree, s.branch, a.tool, a.suite, a.test,
       a.signature, a.edited,
       CAST(a.passed AS INTEGER) AS passed, CAST(coalesce(a.t < y.first_edit, 1) AS INTEGER) AS clean, a.at
FROM   recovered a
JOIN   sessions s ON s.session = a.session AND s.root = a.root
JOIN   tally y ON y.session = a.session AND y.root = a.root
WHERE  a.test <> '' AND a.test NOT GLOB '[[]*]'
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature, x.edited,
       CAST(x.outcome = 'pass' AS INTEGER), CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome IN ('pass', 'gone') AND x.test <> ''
