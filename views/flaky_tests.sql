-- The tests that changed their outcome while the tree did not change, in the recent sessions of this project.

SELECT f.tool, f.suite, f.test, count(*) AS flips, count(DISTINCT f.session) AS sessions
FROM   recent_work w
CROSS  JOIN tests f ON f.session = w.session AND f.outcome = 'fail'
CROSS  JOIN runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
CROSS  JOIN runs o ON o.session = r.session AND o.root = r.root AND o.tool = r.tool AND o.tree = r.tree
                  AND o.kind = 'test'
WHERE  EXISTS (SELECT 1 FROM outcomes p
               WHERE  p.session = o.session AND p.t = o.t AND p.n = o.n AND p.test = f.test AND p.suite = f.suite
                 AND  p.outcome = 'pass')
  AND  NOT EXISTS (SELECT 1 FROM runs b JOIN outcomes m ON m.session = b.session AND m.t = b.t AND m.n = b.n
                     AND  m.test = f.test AND m.suite = f.suite
                   WHERE  b.session = r.session AND b.root = r.root AND b.tool = r.tool AND b.kind = 'test'
                     AND  b.tree = r.tree
                     AND  b.t > min(f.t, o.t) AND b.t < max(f.t, o.t))
GROUP  BY f.tool, f.suite, f.test
