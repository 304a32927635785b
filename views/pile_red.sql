-- The projects in which a test, check or build has failed since the pile began, with no later run and no later edit:
-- the agent knows that the work is not finished. An edit after the failure is a repair that nobody has tried, so that
-- the project is left out. A failure that was printed counts only if it names no files, or one of the pile. A later
-- run behind a pipe leaves no row of `runs`, so that commands of the same program are asked for as well.

SELECT y.root
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.t > y.pile AND r.root = y.root AND r.outcome = 'fail'
WHERE  y.session = :session
  AND  NOT EXISTS (SELECT 1 FROM runs l WHERE l.session = r.session AND l.t > r.t AND l.root = r.root)
  AND  NOT EXISTS (SELECT 1 FROM pile_edits e WHERE e.root = r.root AND e.t > r.t)
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                   WHERE  c.session = r.session AND c.t > r.t AND c.t < :t AND c.root = r.root
                     AND  c.program = r.program AND d.outcome <> 'denied'
                     AND  (c.runner <> '' OR r.origin = 'hook'))
  AND  coalesce((SELECT max(EXISTS (SELECT 1 FROM pile_edits e
                                    WHERE  e.root = r.root
                                      AND  (substr('/' || e.file, -1 - length(g.file)) = '/' || g.file
                                            OR substr('/' || g.file, -1 - length(e.file)) = '/' || e.file)))
                 FROM   diagnostics g
                 WHERE  g.session = r.session AND g.t = r.t AND g.n = r.n), 1)
