-- The failures that stand: of the session `:session` those that have not ended, or, if that is NULL, of the project those that no
-- later run of another session has settled, which names the test or in which all tests passed. A session inherits what the one before it left red;
-- as long as it has not seen that fail itself, it stays the other one's.

SELECT f.*
FROM   failures f
WHERE  f.cleared IS NULL AND f.session = :session
UNION  ALL
SELECT f.*
FROM   recent_work w
CROSS  JOIN failures f ON f.session = w.session AND f.cleared IS NULL AND f.last > 0
WHERE  :session IS NULL
  AND  NOT EXISTS (SELECT 1 FROM recovered a
                   WHERE  a.test = f.test AND a.suite = f.suite AND a.tool = f.tool AND a.root = f.root
                     AND  a.session <> f.session
                     AND  a.at > (SELECT max(v.at) FROM events v WHERE v.session = f.session AND v.t = f.last))
  AND  NOT EXISTS (SELECT 1 FROM recent_runs r
                   WHERE  r.root = f.root AND r.tool = f.tool AND r.session <> f.session
                     AND  r.at > (SELECT max(v.at) FROM events v WHERE v.session = f.session AND v.t = f.last)
                     AND  (r.outcome = 'pass' AND r.whole
                           OR EXISTS (SELECT 1 FROM outcomes o
                                      WHERE  o.session = r.session AND o.t = r.t AND o.n = r.n
                                        AND  o.test = f.test AND o.suite = f.suite AND o.test <> '')))
