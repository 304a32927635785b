-- Notes the tests that were known to fail before a run and that it does not name as failing: ended.sql keeps those
-- that no longer fail. The parameters are the columns of the run, and `:gone`, the keys of those that have lost their
-- name: these have not passed. Failures that were counted and not named have not ended if the same command fails again.

INSERT OR IGNORE INTO recovered (session, t, root, tool, suite, test, failed, signature, identity, passed, flipped,
                                 since, green, baseline, count)
SELECT session, :t, root, tool, suite, test, last, signature, identity, NOT gone, NOT gone AND tree = :tree,
       since, passed, baseline, count
FROM  (SELECT f.*, json_array(f.tool, f.suite, f.test) IN (SELECT value FROM json_each(:gone)) AS gone FROM failing f) g
WHERE  session = :session AND root = :root
  AND  NOT (test = '' AND :outcome <> 'pass'
            AND (program, dir, selection, task) = (:program, :dir, :selection, :task))
  AND  NOT EXISTS (SELECT 1 FROM tests f
                   WHERE  f.session = :session AND f.t = :t AND f.n = :n AND f.test = g.test AND f.suite = g.suite
                     AND  f.outcome = 'fail');
