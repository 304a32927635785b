-- The builds, type checks and linters that this session has turned red: the last run of the same
-- command failed, an earlier one of this session passed, and something was edited in between.

SELECT r.root, c.text AS command, r.t, r.program
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.root = y.root AND r.t > y.first_edit
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  y.session = :session AND r.kind <> 'test' AND r.origin = '' AND r.outcome = 'fail' AND r.t > :t - 500
  AND  EXISTS (SELECT 1 FROM runs p INDEXED BY runs_same
               WHERE  p.session = r.session AND p.root = r.root AND p.program = r.program AND p.dir = r.dir
                 AND  p.selection = r.selection AND p.variant = r.variant AND p.task = r.task AND p.outcome = 'pass'
                 AND  p.t < r.t AND p.tree < r.tree)
  AND  NOT EXISTS (SELECT 1 FROM runs l
                   WHERE  l.session = r.session AND l.root = r.root AND l.program = r.program AND l.task = r.task
                     AND  l.t > r.t AND l.outcome <> 'unstarted')
