-- Show that what the user reported is gone.
--
-- The user has reported a failure, and the turn ends with a change after which nothing has shown that it is gone: no test that
-- failed passes now, no test was changed that would have failed, and the program has not run since. A suite that passed
-- before the change and passes after it says nothing of the mistake. What a compiler or linter reported is gone if a
-- check since says so. A single edit of two lines after which tests have run is seen by reading it.
--
-- The rule is silent if the message says itself that this was not tried, or asks the user something.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- gather   = "file"
--- yields   = ["claims_untested", "reported_failure_again"]
--- message  = "The user has reported a failure, and nothing has shown that it is gone since you changed {file}{suite:: the tests that passed did so before, too|}. Run what shows it, or tell the user that you have not seen it work."

SELECT w.file, max(tried.tested > w.t) OVER () AS suite, 'turn ' || (SELECT began FROM turn) AS subject
FROM   work w
CROSS  JOIN (SELECT coalesce(max(t), 0) AS t, coalesce(max(t) FILTER (WHERE how = 'test'), 0) AS tested
             FROM   trials) tried
LEFT   JOIN untried_work u ON u.path = w.path
WHERE  w.way = 'done'
  AND  CASE (SELECT max(label) FROM reported)
         WHEN 'failure' THEN u.path <> '' OR w.class = 'code' AND (w.edits > 1 OR w.lines > 2)
                                             AND NOT EXISTS (SELECT 1 FROM shown_fixes)
         WHEN 'build' THEN u.path <> '' AND w.t > tried.t
       END
  AND  NOT EXISTS (SELECT 1 FROM pile_red b WHERE b.root = w.root
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
  AND  (EXISTS (SELECT 1 FROM claims WHERE label = 'done')
        OR NOT EXISTS (SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks'))
