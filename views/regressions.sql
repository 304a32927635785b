-- The tests that passed before an edit of this session and have failed since. `broken_by` is
-- the last file edited in between that has not been put back since.
--
-- This view defines what a regression is. It depends on `failing.passed`, which is fed by
-- settle.sql (the INSERT INTO failing), guarded by engine/record.go (which executes settle.sql
-- only if a test fails or one failed before), and read by rules.d/fix_regressions_first.sql
-- (whose header has needs = ["failing.passed"]) and queries.d/regressions.sql.

SELECT f.session, f.root, f.tool, f.suite, f.test, f.name, f.file, f.message, f.passed, f.since, f.last,
       substr(max(printf('%012d', e.t) || e.file), 13) AS broken_by
FROM   failing_tests f
JOIN   breaking_edits e ON e.session = f.session AND e.t > f.passed AND e.t <= f.since AND e.root = f.root
WHERE  f.excuse = ''
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND (k.kind IN ('rewrite', 'delete') AND k.manner <> 'same' OR k.manner = 'undo') AND k.outcome = 'ok' AND +k.t > e.t)
GROUP  BY f.session, f.root, f.tool, f.suite, f.test
