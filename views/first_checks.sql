-- The first run in this session of each linter or type checker with the same words.

SELECT w.t, w.root, w.program, w.dir, w.task, w.selection, w.variant, w.tool, w.how, w.failed
FROM   runs w INDEXED BY runs_same
WHERE  w.session = :session AND w.kind = 'check' AND w.ended
  AND  w.t = (SELECT min(p.t) FROM runs p INDEXED BY runs_same
              WHERE  p.session = w.session AND p.root = w.root AND p.program = w.program AND p.dir = w.dir
                AND  p.selection = w.selection AND p.variant = w.variant AND p.task = w.task AND p.kind = 'check'
                AND  p.ended)
