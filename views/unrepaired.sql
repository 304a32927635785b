-- The tests that passed, failed after this session had changed a program, and since they last failed no
-- program was changed: what makes them green is something else. They are green or gone, as a run at `t` has
-- shown, or about to be run on this line. `made` is 1 if new programs have come since: they may be the repair.

WITH known (test, identity, passed, failed, t) AS (
  SELECT test, identity, green, failed, t FROM recovered
  WHERE  session = :session AND root = :root
  UNION  ALL
  SELECT test, identity, passed, last, :t FROM failing
  WHERE  session = :session AND root = :root AND NOT baseline
)
SELECT known.test, known.identity, known.passed, known.failed, known.t,
       EXISTS (SELECT 1 FROM touches n INDEXED BY touches_in_order
               WHERE  n.session = :session AND n.t > known.failed AND n.t <= known.t AND n.root = :root
                 AND  n.kind = 'write' AND NOT n.on_disk AND n.outcome = 'ok'
                 AND  n.class NOT IN ('test', 'settings', 'document', 'scratch')) AS made
FROM   known
WHERE  known.passed IS NOT NULL AND known.test <> '' AND known.test NOT GLOB '[[]*]'
  AND  EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
               WHERE  c.session = :session AND c.t > known.passed AND c.t < known.failed
                 AND  c.root = :root AND c.class = 'code'
                 AND  c.kind IN ('edit', 'write') AND c.outcome = 'ok' AND c.actor <> '*')
  AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                   WHERE  o.session = :session AND o.t > known.failed AND o.t <= known.t AND o.root = :root
                     AND  (o.kind IN ('edit', 'delete', 'rewrite') OR o.kind = 'write' AND o.on_disk)
                     AND  o.outcome = 'ok'
                     AND  o.class NOT IN ('test', 'settings', 'document', 'scratch'))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t > known.failed AND g.t <= known.t
                     AND  g.kind IN ('install', 'checkout'))
