-- The tests that this session has seen fail and pass on the same tree: nothing that was changed
-- explains the difference. A file that could not be loaded and a crate that could not be built are no tests. A run while
-- edits are stashed, be it for one line only, is a run of another tree, and so is one of two runs in a line that changes
-- a file between them, such as to put back what it broke. A run that rewrites the expected output, as `jest -u` does,
-- passes whatever the program prints.

SELECT a.root, a.test, a.t
FROM   tally y
CROSS  JOIN recovered a ON a.session = y.session AND a.root = y.root
WHERE  y.session = :session AND a.flipped AND a.passed AND a.t > :t - 500
  AND  EXISTS (SELECT 1 FROM tests f JOIN runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
               WHERE  f.session = a.session AND f.t = a.failed AND f.test = a.test AND f.outcome = 'fail'
                 AND  NOT (r.language = 'rust' AND f.suite = '' AND f.test NOT GLOB '*::*'))
  AND  NOT EXISTS (SELECT 1 FROM runs r WHERE r.session = a.session AND r.t IN (a.failed, a.t) AND r.stashed
                   UNION ALL
                   SELECT 1 FROM commands c
                   WHERE  c.session = a.session AND c.t IN (a.failed, a.t) AND c.program = 'git stash'
                   UNION ALL
                   SELECT 1 FROM commands c
                   JOIN   rewriting_runs w ON c.program GLOB w.program AND instr(c.text || ' ', ' ' || w.word)
                   WHERE  c.session = a.session AND c.t = a.t
                   UNION ALL
                   SELECT 1 FROM touches e INDEXED BY touches_in_order
                   WHERE  e.session = a.session AND e.t = a.failed AND a.failed = a.t
                     AND  e.kind IN ('edit', 'write', 'delete'))
  AND  (a.test NOT GLOB '*.[a-z]*' OR instr(a.test, ' ') > 0) AND a.test NOT GLOB '[[]*]'
