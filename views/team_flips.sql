-- Each time that a test failed and passed on the same files: in one session, or elsewhere in two equal runs.

SELECT a.session, CAST('' AS TEXT) AS machine, a.tool, a.suite, a.test, a.at
FROM   recovered a
WHERE  a.flipped AND a.test <> '' AND a.test NOT GLOB '[[]*]'
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
WHERE  x.flipped
UNION ALL
SELECT x.session, x.machine, x.tool, x.suite, x.test, x.at
FROM   fleet_tests x
JOIN   fleet_runs w ON w.uid = x.run
JOIN   fleet_runs z ON z.tree = w.tree AND z.command = w.command
WHERE  x.outcome = 'fail' AND x.test <> '' AND w.tree <> '' AND w.command <> '' AND z.outcome = 'pass' AND z.complete
  AND  z.session <> x.session
