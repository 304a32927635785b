-- The failing tests, as a commit hands them on. `excuse` is that of failing_tests, or first: the test never passed (of
-- failures that a run only counts: whether or not all passed before, as a new test adds to the count), and no program
-- was edited at all, or none since a commit that is older than the failure. `hooked` is 1 if a hook of
-- version control runs these tests, and something has changed since they failed.
--
-- `accepted` is 1 if the failure has an excuse and the user has gone on with it, or need not be asked:
--
-- - they have written a prompt since, and a service or a setting was missing, as it is their machine, or the failure
--   was only counted, so that neither what nor why is known;
-- - the last message of a turn since then has told them that tests fail;
-- - a service or a setting was always missing, or it failed before the first edit, and nothing that was edited since
--   the last commit is code.

SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.count, f.since,
       iif(f.excuse = '' AND (f.passed IS NULL OR f.test = '')
           AND NOT EXISTS (SELECT 1 FROM tally y
                           CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session
                                                                            AND e.t >= y.first_edit AND e.root = y.root
                           WHERE  y.session = f.session AND y.root = f.root
                             AND  e.class = 'code' AND e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok'
                             AND  e.manner NOT IN ('same', 'undo')
                             AND  NOT EXISTS (SELECT 1 FROM last_commit o
                                              WHERE  o.root = y.root AND o.t > e.t AND o.t < f.since)),
           'first', f.excuse) AS excuse,
       f.excuse <> '' AND EXISTS (SELECT 1 FROM runs r WHERE r.session = f.session AND r.t = f.since)
       AND ((f.excuse = 'environment' OR f.test = '')
            AND EXISTS (SELECT 1 FROM events e WHERE e.session = f.session AND e.t > f.since AND e.moment = 'prompt')
            OR EXISTS (SELECT 1 FROM labels l
                       WHERE  l.session = f.session AND l.kind = 'claims' AND l.t > f.since
                         AND  l.label IN ('tests_fail', 'preexisting'))
            OR f.excuse IN ('environment', 'baseline') AND f.passed IS NULL
               AND (SELECT count(*) > 0 AND total(e.class IN ('code', 'test')) = 0
                    FROM   touches e INDEXED BY touches_in_order
                    WHERE  e.session = f.session AND e.root = f.root
                      AND  e.t > (SELECT coalesce(max(c.t), -1) FROM commands c INDEXED BY commands_of_commits
                                  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                                                 AND d.outcome NOT IN ('failed', 'denied')
                                  WHERE  c.session = f.session AND c.commits = 1 AND c.root = f.root)
                      AND  e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok'
                      AND  e.manner NOT IN ('same', 'undo'))) AS accepted,
       f.tree < (SELECT changes FROM trees WHERE root = f.root)
       AND EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks
                   WHERE  h.session = f.session AND h.root = f.root AND h.origin = 'hook' AND h.kind = 'test'
                     AND  h.language = f.language) AS hooked
FROM   failing_tests f
