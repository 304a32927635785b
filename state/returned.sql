-- Puts a repaired test back among the failing ones, as doubtful, if every file that the session changed since the
-- failure has again the content that it had then, and one of them had another in between: the test passed on other
-- files than those that are there now. Executed after a call that changed files, with the parameters `:session`,
-- `:t` and `:root`, for the last failures only.
--
-- As in put_back.sql, what is not known counts as different: the hash of a large file, or a tree that was changed as
-- a whole. What else may have repaired them in between is not known either, so that there is doubt.

WITH
red AS (
  SELECT failed, max(t) AS green
  FROM   recovered
  WHERE  session = :session AND root = :root AND test <> ''
    AND  NOT EXISTS (SELECT 1 FROM changes g
                     WHERE  g.session = :session AND g.root = :root AND g.t > recovered.failed
                       AND  g.kind <> 'build'
                       AND  NOT EXISTS (SELECT 1 FROM touches n INDEXED BY touches_in_order -- it names its files
                                        WHERE n.session = :session AND n.t = g.t AND n.manner = 'restore'))
  GROUP  BY failed ORDER BY failed DESC LIMIT 3
),
changed AS (
  SELECT red.failed,
         coalesce((SELECT iif(b.kind = 'write' AND NOT b.on_disk, 'missing', nullif(b.hash_before, ''))
                   FROM   own b WHERE b.path = e.path AND b.t > red.failed
                   ORDER  BY b.t LIMIT 1), 'unknown before') AS was,
         coalesce((SELECT iif(g.kind = 'delete', 'missing', nullif(g.hash_after, ''))
                   FROM   own g WHERE g.path = e.path AND g.t BETWEEN red.failed + 1 AND red.green
                   ORDER  BY g.t DESC LIMIT 1), 'unchanged') AS meanwhile,
         coalesce((SELECT iif(l.kind = 'delete', 'missing', nullif(l.hash_after, ''))
                   FROM   own l WHERE l.path = e.path ORDER BY l.t DESC LIMIT 1), 'unknown after') AS now
  FROM   red CROSS JOIN own e ON e.t > red.failed
),
own AS (
  SELECT t, path, kind, on_disk, hash_before, hash_after
  FROM   touches INDEXED BY touches_in_order
  WHERE  session = :session AND t > (SELECT min(failed) FROM red) AND kind IN ('edit', 'write', 'delete', 'rewrite')
    AND  root = :root AND outcome NOT IN ('failed', 'denied')
    AND  manner <> 'same' AND class NOT IN ('document', 'scratch')
),
again AS (
  SELECT failed FROM changed GROUP BY failed
  HAVING max(now <> was) = 0 AND max(meanwhile NOT IN (was, 'unchanged')) = 1
)
INSERT OR IGNORE INTO failing (session, root, tool, suite, test, file, message, since, last, passed, program, dir,
                               selection, task, language, signature, tree, baseline, identity, doubtful)
SELECT a.session, a.root, a.tool, a.suite, a.test, f.file, f.message, a.since, a.failed, iif(a.passed, a.t, a.green),
       r.program, r.dir, r.selection, r.task, r.language, a.signature, r.tree, a.baseline, a.identity, 4
FROM   again
CROSS  JOIN recovered a ON a.session = :session AND a.root = :root AND a.failed = again.failed
CROSS  JOIN tests f ON f.session = a.session AND f.t = a.failed AND f.outcome = 'fail' AND f.suite = a.suite
                   AND f.test = a.test
CROSS  JOIN runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n AND r.tool = a.tool AND r.root = a.root;
