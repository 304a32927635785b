-- The builds, type checks and linters whose last run in this session failed, after its first edit. `passed` tells
-- whether an earlier run of the same command passed with an edit in between: then the session has turned it red.
-- `cleared` tells whether any other run has passed since, and `kind` is that of commands: build or check.
--
-- A run of the same program that passed with other words is the last only if it has looked again at every file with an
-- error. A task that runs the program is a run of it. A file of settings such as docs/tsconfig.json stands for its
-- folder.

SELECT r.root, c.text AS command, c.kind, r.t, r.program,
       EXISTS (SELECT 1 FROM runs p INDEXED BY runs_same
               WHERE  p.session = r.session AND p.root = r.root AND p.program = r.program AND p.dir = r.dir
                 AND  p.selection = r.selection AND p.variant = r.variant AND p.task = r.task AND p.outcome = 'pass'
                 AND  p.t < r.t AND p.tree < r.tree) AS passed,
       EXISTS (SELECT 1 FROM runs l
               WHERE  l.session = r.session AND l.root = r.root AND l.t > r.t AND l.outcome = 'pass') AS cleared
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.root = y.root AND r.t > y.first_edit
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  y.session = :session AND r.kind <> 'test' AND r.origin = '' AND r.outcome = 'fail' AND r.t > :t - 500
  AND  NOT EXISTS (SELECT 1 FROM runs l
                   WHERE  l.session = r.session AND l.root = r.root AND l.t > r.t AND l.outcome <> 'unstarted'
                     AND (l.program = r.program AND l.task = r.task
                          OR l.task <> '' AND l.outcome = 'pass'
                         AND EXISTS (SELECT 1 FROM commands u
                                     WHERE  u.session = l.session AND u.t = l.t AND u.via <> ''
                                       AND  u.program = r.program))
                     AND (l.outcome = 'fail' OR l.selection IN ('[]', r.selection) OR l.task <> ''
                          OR NOT EXISTS (SELECT 1 FROM diagnostics d -- what it found was looked at again
                                         WHERE  d.session = r.session AND d.t = r.t AND d.n = r.n AND d.level = 'error'
                                           AND  NOT EXISTS (SELECT 1 FROM json_each(l.selection) w
                                                            WHERE  instr('/' || d.file, '/' || iif(
                                                                     w.value GLOB '*.json',
                                                                     rtrim(w.value, replace(w.value, '/', '')),
                                                                     w.value))
                                                              OR   d.file GLOB w.value))))
