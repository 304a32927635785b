-- The weaker tests that ask for less than when one of their tests last failed, at `t`: they have `n` more skips, or
-- `n` fewer of the assertions or tests of which they `had` so many. Tests are fewer only if the failed one has lost
-- its name and did not pass, and no other file has gained tests.

SELECT r.path, r.mark, r.file, r.test, r.t, abs(sum(m.after - m.before)) AS n, max(m.before) AS had
FROM  (SELECT w.path, w.mark, w.file, x.test, max(x.t) AS t
       FROM   weaker_tests w
       CROSS  JOIN tests x INDEXED BY tests_failed ON x.session = :session AND x.t > :t - 1000 AND x.outcome = 'fail'
       WHERE  x.test <> '' AND x.file <> ''
         AND  (x.file IN (w.file, w.path) OR substr(w.path, -1 - length(x.file)) = '/' || x.file)
         AND  EXISTS (SELECT 1 FROM marks m
                      WHERE  m.session = :session AND m.path = w.path AND m.mark = w.mark AND m.t > x.t)
         AND  (w.mark <> 'test'
               OR EXISTS (SELECT 1 FROM recovered g
                          WHERE  g.session = :session AND g.failed = x.t AND g.test = x.test AND NOT g.passed)
                  AND NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                                  CROSS  JOIN marks k ON k.session = o.session AND k.path = o.path AND k.t = o.t
                                    AND  k.mark = 'test'
                                  WHERE  o.session = :session AND o.t > x.t AND o.path <> w.path
                                    AND  k.after > k.before))
       GROUP  BY w.path, w.mark) r
CROSS  JOIN marks m ON m.session = :session AND m.path = r.path AND m.mark = r.mark AND m.t > r.t
GROUP  BY r.path, r.mark
HAVING sum(m.after - m.before) * iif(r.mark IN ('assertion', 'test'), -1, 1) > 0
