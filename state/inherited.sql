-- Gives a new session the tests that failed at the end of the last session of the project that ran any. The
-- parameters are `:session` and `:root`.
--
-- They are its baseline, and doubtful if the tree has changed since. What that session had itself inherited and not
-- run is left out.

INSERT OR IGNORE INTO failing (session, root, tool, suite, test, file, message, since, last, count, program, dir,
                               selection, task, language, signature, tree, identity, needs, baseline, doubtful)
SELECT :session, f.root, f.tool, f.suite, f.test, f.file, f.message, 0, 0, f.count, f.program, f.dir,
       f.selection, f.task, f.language, f.signature, f.tree, f.identity, f.needs,
       1, f.doubtful OR f.tree <> coalesce((SELECT changes FROM trees WHERE root = :root), 0)
FROM   failing f
WHERE  f.session = (SELECT session
                    FROM  (SELECT session, started FROM sessions
                           WHERE  root = :root AND session <> :session ORDER BY started DESC LIMIT 20) s
                    WHERE  EXISTS (SELECT 1 FROM tally y
                                   WHERE  y.session = s.session AND y.root = :root AND y.last_run > 0)
                    ORDER  BY started DESC LIMIT 1)
  AND  f.root = :root AND f.last > 0;
