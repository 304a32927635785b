-- Takes a test for one that has passed if it fails for the first time in this session, after an edit, and passed in an
-- earlier session on the files that the first edit found: `passed` is then 0. The parameters are the columns of the
-- run.
--
-- A test that failed on these files as well is not the session's. As in failed.sql, a complete run need not name a test
-- whose file is as it was.

UPDATE failing SET passed = 0, baseline = 0
WHERE  session = :session AND root = :root AND tool = :tool AND since = :t AND passed IS NULL
  AND  (suite, test) IN (
         WITH earlier AS MATERIALIZED (SELECT * FROM earlier_runs WHERE tool = :tool)
         SELECT f.suite, f.test
         FROM   failing f
         WHERE  f.session = :session AND f.root = :root AND f.tool = :tool AND f.since = :t
           AND  EXISTS (
                  SELECT 1 FROM earlier e
                  WHERE  CASE
                         WHEN f.test = ''
                         THEN e.outcome = 'pass' AND (e.program, e.dir, e.selection, e.task)
                                                   = (f.program, f.dir, f.selection, f.task)
                         WHEN EXISTS (SELECT 1 FROM outcomes p
                                      WHERE  p.session = e.session AND p.t = e.t AND p.n = e.n AND p.suite = f.suite
                                        AND  p.outcome = 'pass'
                                        AND (p.test = f.test OR f.test = f.suite OR f.test GLOB '[[]*]'))
                         THEN 1
                         ELSE e.complete AND e.selection = '[]' AND e.dir IN ('', f.dir) AND f.file <> ''
                              AND NOT EXISTS (SELECT 1 FROM touches m INDEXED BY touches_in_order
                                              WHERE  m.session = :session AND m.root = :root AND m.outcome = 'ok'
                                                AND  m.kind IN ('edit', 'write')
                                                AND (m.file = f.file
                                                     OR substr(m.file, -1 - length(f.file)) = '/' || f.file)) END)
           AND  NOT EXISTS (
                  SELECT 1 FROM earlier e
                  WHERE  e.outcome = 'fail'
                    AND (f.test = ''
                         OR EXISTS (SELECT 1 FROM tests q
                                    WHERE  q.session = e.session AND q.t = e.t AND q.n = e.n AND q.outcome = 'fail'
                                      AND (q.suite, q.test) = (f.suite, f.test)))));
