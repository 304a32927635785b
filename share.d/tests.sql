-- The outcomes of tests that others see: of each run the failures, at most 200, and each test that no longer fails, as the
-- files of the folder state decided here: the runner may not have named it, or there was no run.
WITH run (session, t, n, root, tool, branch, head, tree, agent, at) AS MATERIALIZED (
  SELECT r.session, r.t, r.n, r.root, r.tool,
         CASE WHEN r.tree = w.value ->> 'changes' THEN w.value ->> 'branch' ELSE coalesce((SELECT h.branch FROM events h WHERE h.session = r.session AND h.t <= r.t AND h.root = r.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), '') END,
         CASE WHEN r.tree = w.value ->> 'changes' THEN w.value ->> 'head'   ELSE coalesce((SELECT h.head   FROM events h WHERE h.session = r.session AND h.t <= r.t AND h.root = r.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), '') END,
         iif(r.tree = w.value ->> 'changes', w.value ->> 'tree', ''), e.agent, e.at
  FROM   json_each(:ticks) n
  CROSS  JOIN runs r ON r.session = :session AND r.t = n.value
  CROSS  JOIN events e ON e.session = r.session AND e.t = r.t AND e.moment <> 'before' AND e.at >= :since
  JOIN   json_each(:trees) w ON w.value ->> 'root' = r.root
  WHERE  NOT r.stashed
)
SELECT json_array(r.session, r.t, r.n, x.test, x.suite) AS uid, json_array(r.session, r.t, r.n) AS run,
       r.root AS worktree, r.agent, r.session, r.branch, r.head, r.tree,
       x.tool, x.test, x.suite, x.file, x.identity, x.outcome, x.signature, '' AS edited, 0 AS flipped, r.at
FROM   run r
CROSS  JOIN tests x ON x.session = r.session AND x.t = r.t AND x.n = r.n
WHERE  x.outcome = 'fail' AND 200 > (SELECT count(*) FROM tests y WHERE y.session = x.session AND y.t = x.t AND y.n = x.n AND y.outcome = 'fail' AND (y.test, y.suite) < (x.test, x.suite))
UNION  ALL
SELECT json_array(a.session, a.t, r.n, a.test, a.suite, a.tool), json_array(a.session, a.t, r.n),
       a.root, e.agent, a.session,
       coalesce(r.branch, (SELECT h.branch FROM events h WHERE h.session = a.session AND h.t <= a.t AND h.root = a.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), ''),
       coalesce(r.head,   (SELECT h.head   FROM events h WHERE h.session = a.session AND h.t <= a.t AND h.root = a.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), ''),
       coalesce(r.tree, ''), a.tool, a.test, a.suite, '', a.identity, iif(a.passed, 'pass', 'gone'), a.signature, a.edited, a.flipped, e.at
FROM   json_each(:ticks) n
CROSS  JOIN recovered a ON a.session = :session AND a.t = n.value AND a.test <> '' AND a.test NOT GLOB '[[]*'
CROSS  JOIN events e ON e.session = a.session AND e.t = a.t AND e.moment <> 'before' AND e.at >= :since
JOIN   json_each(:trees) w ON w.value ->> 'root' = a.root
LEFT   JOIN run r ON r.t = a.t AND r.root = a.root AND r.n = (SELECT min(o.n) FROM run o WHERE o.t = a.t AND o.root = a.root)
