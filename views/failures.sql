-- Each time that a test was known to fail: from `since`, the run that first showed it, to `cleared`, the call that ended
-- it, NULL if none has. `apart` is '' if the session has turned it red: the test passed, the session edited `broken_by`,
-- and the test failed. Otherwise it says why it stands apart: the excuse; never passed, if neither this session nor an
-- earlier one on the files that its first edit found (earlier_runs) has seen it pass; or no edit, if none came between
-- that still stands. The excuse is that of failing_tests; of what has ended baseline, environment or flaky: what was
-- doubtful or unknown has been settled.
--
-- Whatever shows people or agents what is red or was reads this view.

WITH span AS (
  SELECT session, root, tool, suite, test, name, file, message, count, since, last, passed, NULL AS cleared, excuse
  FROM   failing_tests
  UNION  ALL
  SELECT a.session, a.root, a.tool, a.suite, a.test, a.test, '', m.message, a.count, a.since, a.failed, a.green, a.t,
         CASE WHEN a.baseline THEN 'baseline'
              WHEN a.flipped  THEN 'flaky'
              WHEN EXISTS (SELECT 1 FROM missing_services
                           WHERE  CASE how WHEN 'said'    THEN instr(lower(m.message), words)
                                           WHEN 'written' THEN m.message GLOB words
                                           WHEN 'first'   THEN a.green IS NULL AND m.message GLOB words
                                           ELSE lower(m.message) GLOB words AND lower(m.message) NOT GLOB '*assert*'
                                                AND (how = 'broken' OR lower(m.message) NOT GLOB '*expected*')
                                           END) THEN 'environment' ELSE '' END
  FROM   recovered a
  LEFT   JOIN tests m ON m.session = a.session AND m.t = a.failed AND m.test = a.test AND m.suite = a.suite
                     AND m.outcome = 'fail'
)
SELECT s.*, CASE WHEN s.excuse <> ''      THEN s.excuse
                 WHEN s.passed IS NULL    THEN 'never passed'
                 WHEN s.broken_by IS NULL THEN 'no edit' ELSE '' END AS apart
FROM  (SELECT span.*, (SELECT substr(max(printf('%012d', e.t) || e.file), 13)
                       FROM   breaking_edits e
                       WHERE  e.session = span.session AND e.root = span.root AND e.t > passed AND e.t <= since
                         AND  (cleared IS NOT NULL OR NOT e.put_back)) AS broken_by
       FROM   span) s
