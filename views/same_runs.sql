-- The earlier runs of the tests that this command would run, on the tree as it is now: the same
-- program, task, packages, selection, flags, variables and folder. Only runs that say something:
-- seen to their end, not failed for a reason outside of the project, and with no failing test that has passed alone since.

SELECT r.t, c.text, c.args, c.shows, r.outcome, r.failed
FROM   runs r INDEXED BY runs_same
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  r.session = :session AND r.root = :root AND r.program = :program AND r.dir = :dir
  AND  r.selection = :selection AND r.variant = :variant AND r.task = :task AND r.env = :env
  AND  r.kind = 'test' AND r.origin = '' AND r.ended AND r.outcome <> 'unstarted'
  AND  r.tree = coalesce((SELECT changes FROM trees WHERE root = :root), 0)
  AND  (r.listed OR c.text = :text) -- what a script runs may depend on more than its words show
  AND  NOT (r.how = 'exit' AND (r.outcome = 'fail' AND r.language <> ''
                                OR EXISTS (SELECT 1 FROM json_each(c.shows) WHERE value GLOB '[>|]*')))
  AND  NOT EXISTS (SELECT 1 FROM tests f JOIN outside_reasons o ON f.message LIKE o.words
                   WHERE  f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail')
  AND  NOT EXISTS (SELECT 1 FROM tests f
                   JOIN   runs p ON p.session = f.session AND p.root = r.root AND p.tool = r.tool AND p.t > f.t
                   WHERE  f.session = r.session AND f.t = r.t AND f.n = r.n AND f.outcome = 'fail' AND f.test <> ''
                     AND  p.outcome = 'pass' AND instr(p.selection, f.test))
