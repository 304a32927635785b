-- The tests that passed before an edit of this session and have failed since. `broken_by` is the last file edited in
-- between that has not been put back since.
--
-- This view defines what a regression is. The column `passed` that it depends on is filled by state/failed.sql and
-- state/unnamed.sql; `excuse` comes from the view failing_tests, and which edits may break a test from breaking_edits.

SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.file, f.message, f.passed, f.since, f.last,
       substr(max(printf('%012d', e.t) || e.file), 13) AS broken_by
FROM   failing_tests f
JOIN   breaking_edits e ON e.session = f.session AND e.t > f.passed AND e.t <= f.since AND e.root = f.root
WHERE  f.excuse = ''
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t > e.t
                     AND  (k.kind IN ('rewrite', 'delete') AND k.manner <> 'same' OR k.manner = 'undo'))
GROUP  BY f.session, f.root, f.tool, f.suite, f.test
