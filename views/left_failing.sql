-- The failures that stand, as keys of `failing`. For a session `:session` these are all of its own; if that is NULL,
-- those that the recent sessions of this project have left and that no later run of another session has settled, by
-- naming the test or because all tests passed. It gives keys alone, so that the costly columns are asked for these
-- failures only.

WITH run AS MATERIALIZED (SELECT * FROM recent_runs WHERE :session IS NULL),
green AS MATERIALIZED (
  SELECT session, root, tool, max(at) AS at FROM run WHERE outcome = 'pass' AND whole GROUP BY session, root, tool
),
left_open AS MATERIALIZED (
  SELECT f.session, f.root, f.tool, f.suite, f.test,
         (SELECT max(v.at) FROM events v WHERE v.session = f.session AND v.t = f.last) AS at
  FROM   recent_work w
  CROSS  JOIN failing f ON f.session = w.session AND f.last > 0
  WHERE  :session IS NULL
)
SELECT session, root, tool, suite, test FROM failing WHERE session = :session
UNION  ALL
SELECT f.session, f.root, f.tool, f.suite, f.test
FROM   left_open f
-- A plus keeps SQLite from building an index of so few rows.
WHERE  NOT EXISTS (SELECT 1 FROM green
                   WHERE  +green.root = f.root AND +green.tool = f.tool AND green.session <> f.session
                     AND  green.at > f.at)
  AND  NOT EXISTS (SELECT 1 FROM recovered a
                   WHERE  a.test = f.test AND a.suite = f.suite AND a.tool = f.tool AND a.root = f.root
                     AND  a.session <> f.session AND a.at > f.at)
  AND  NOT EXISTS (SELECT 1 FROM run
                   CROSS  JOIN outcomes o ON o.session = run.session AND o.t = run.t AND o.n = run.n
                                         AND o.test = f.test AND o.suite = f.suite
                   WHERE  +run.root = f.root AND +run.tool = f.tool AND run.session <> f.session AND run.at > f.at
                     AND  f.test <> '')
