-- The outcome of each test in a run. `test` is '' for a whole suite that passed. A query about tests that failed is faster with the
-- table `tests`. Earlier outcomes of a test are found through the earlier runs: there is no index on the name, because each run
-- would write to as many pages as it has tests.

SELECT session, t, n, test, suite, tool, outcome, message, file, line, signature, identity FROM tests
UNION  ALL
SELECT l.session, l.t, l.n, m.test, l.suite, l.tool, l.outcome, CAST('' AS TEXT), l.file, CAST(NULL AS INTEGER),
       CAST(0 AS INTEGER), CAST('' AS TEXT)
FROM   test_lists l
JOIN   listed_tests m ON m.list = l.list
