-- The tests that passed, failed after this session had changed a program, and since they last failed no
-- program was changed: what makes them green is something else. They are green or gone, as a run at `t` has
-- shown, or about to be run on this line.

WITH known (test, identity, passed, failed, t) AS (
  SELECT test, identity, green, failed, t FROM recovered
  WHERE  session = :session AND root = :root
  UNION  ALL
  SELECT test, identity, passed, last, :t FROM failing
  WHERE  session = :session AND root = :root AND NOT baseline
)
SELECT known.test, known.identity, known.passed, known.failed, known.t
FROM   known
WHERE  known.passed IS NOT NULL AND known.test <> '' AND known.test NOT GLOB '[[]*'
  AND  EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
               WHERE  c.session = :session AND c.t > known.passed AND c.t < known.failed
                 AND  c.root = :root AND c.class = 'code'
                 AND  c.kind IN ('edit', 'write') AND c.outcome = 'ok' AND c.actor <> '*')
  AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                   WHERE  o.session = :session AND o.t > known.failed AND o.t <= known.t AND o.root = :root
                     AND  o.kind IN ('edit', 'write', 'delete', 'rewrite') AND o.outcome = 'ok'
                     AND  o.class NOT IN ('test', 'settings', 'document', 'scratch'))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t > known.failed AND g.t <= known.t
                     AND  g.kind IN ('install', 'checkout'))
