-- Each time that a test was known to fail: from `since`, the run that first showed it, to `cleared`, the call that ended
-- it, NULL if none has. `excuse` is that of failing_tests; of what has ended baseline, environment or flaky, '' if there
-- is none: what was doubtful or unknown has been settled.

SELECT session, root, tool, suite, test, name, file, message, count, since, last, passed, NULL AS cleared, excuse
FROM   failing_tests
UNION  ALL
SELECT a.session, a.root, a.tool, a.suite, a.test, CASE WHEN a.test GLOB '[[]*' THEN a.suite || ' ' || a.test
            WHEN a.test = ''       THEN '`' || a.suite || '`'
            ELSE a.test || iif(a.suite <> '' AND instr(a.test, a.suite) = 0, ' (' || a.suite || ')', '') END,
       coalesce(m.file, ''), coalesce(m.message, ''), a.count, a.since, a.failed, a.green, a.t,
       CASE WHEN a.baseline THEN 'baseline'
            WHEN a.flipped  THEN 'flaky'
            WHEN EXISTS (SELECT 1 FROM missing_services
                         WHERE  CASE how WHEN 'said'    THEN instr(lower(m.message), words)
                                         WHEN 'written' THEN m.message GLOB words
                                         WHEN 'first'   THEN a.green IS NULL AND m.message GLOB words
                                         ELSE lower(m.message) GLOB words AND lower(m.message) NOT GLOB '*assert*'
                                              AND (how = 'broken' OR lower(m.message) NOT GLOB '*expected*') END)
            THEN 'environment' ELSE '' END
FROM   recovered a
LEFT   JOIN tests m ON m.session = a.session AND m.t = a.failed AND m.test = a.test AND m.suite = a.suite
                   AND m.outcome = 'fail'
