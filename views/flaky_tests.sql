-- The tests that changed their outcome while the tree did not change, in all sessions.

SELECT f.tool, f.suite, f.test, count(*) AS flips, count(DISTINCT f.session) AS sessions
FROM   tests f
JOIN   runs r ON r.session = f.session AND r.t = f.t AND r.n = f.n
JOIN   runs o ON o.session = r.session AND o.root = r.root AND o.tool = r.tool AND o.kind = 'test' AND o.tree = r.tree
JOIN   outcomes p ON p.session = o.session AND p.t = o.t AND p.n = o.n AND p.test = f.test AND p.suite = f.suite
                 AND p.outcome = 'pass'
WHERE  f.outcome = 'fail'
  AND  NOT EXISTS (SELECT 1 FROM runs b JOIN outcomes m ON m.session = b.session AND m.t = b.t AND m.n = b.n
                     AND  m.test = f.test AND m.suite = f.suite
                   WHERE  b.session = r.session AND b.root = r.root AND b.tool = r.tool AND b.kind = 'test'
                     AND  b.tree = r.tree
                     AND  b.t > min(f.t, p.t) AND b.t < max(f.t, p.t))
GROUP  BY f.tool, f.suite, f.test
