-- The projects in which a test, check or build has failed since the pile began, and neither that
-- program nor any other run nor an edit came after it: the agent knows that it is not finished. What was
-- edited since is a repair that was not tried. A program that passes behind a pipe leaves no run, so a command counts. Red
-- is not the agent's own if what was printed names files, and none of them is of the pile.

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
