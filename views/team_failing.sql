-- The tests that fail in the working tree of a session; elsewhere each failure, also of a test that has passed since. `signature` is how
-- it failed. `clean` is 1 if nothing had been edited when it ran: in this session, or compared with the commit.

SELECT k.session, s.agent, CAST('' AS TEXT) AS machine, k.root AS worktree, s.branch, k.tool, k.suite, k.test,
       k.signature,
       CAST(coalesce(k.last < y.first_edit, 1) AS INTEGER) AS clean, v.at
FROM   sessions s
CROSS  JOIN failing k ON k.session = s.session AND k.root = s.root
CROSS  JOIN tally y ON y.session = k.session AND y.root = k.root
CROSS  JOIN events v ON v.session = k.session AND v.t = k.last AND v.moment = 'after'
WHERE  k.test <> '' AND NOT k.doubtful
UNION ALL
SELECT x.session, x.agent, x.machine, x.worktree, x.branch, x.tool, x.suite, x.test, x.signature,
       CAST(x.tree <> '' AND instr(x.tree, '+') = 0 AS INTEGER), x.at
FROM   fleet_tests x
WHERE  x.outcome = 'fail' AND x.test <> ''
