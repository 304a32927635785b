-- The tests that passed, failed after this session had changed a program, and whose own file, at `path`, is all that was
-- changed since they last failed: another thing is expected now. They are green or gone, as a run at `t` has shown, or
-- about to be run on this line. A file that the session made, or had changed before the test failed, is still being written.

WITH known (test, identity, passed, failed, t) AS (
  SELECT test, identity, green, failed, t FROM recovered
  WHERE  session = :session AND root = :root AND NOT flipped
  UNION  ALL
  SELECT test, identity, passed, last, :t FROM failing
  WHERE  session = :session AND root = :root AND NOT baseline
)
SELECT k.test, e.file, e.path, k.t
FROM   known k
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > k.failed AND e.t <= k.t
WHERE  k.passed IS NOT NULL AND k.test <> '' AND k.test NOT GLOB '[[]*'
  AND  e.root = :root AND e.class = 'test' AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
  AND  e.manner NOT IN ('same', 'undo') AND e.actor <> '*'
  AND  (k.identity = '' OR substr(k.identity, 1, length(e.file) + 1) = e.file || ' ')
  AND  NOT EXISTS (SELECT 1 FROM touches m
                   WHERE  m.session = :session AND m.path = e.path AND m.kind IN ('edit', 'write') AND m.outcome = 'ok'
                     AND  (m.t > k.passed AND m.t < k.failed OR m.kind = 'write' AND NOT m.on_disk))
  AND  EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
               WHERE  c.session = :session AND c.t > k.passed AND c.t < k.failed
                 AND  c.root = :root AND c.class = 'code'
                 AND  c.kind IN ('edit', 'write') AND c.outcome = 'ok' AND c.actor <> '*')
  AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                   WHERE  o.session = :session AND o.t > k.failed AND o.t <= k.t AND o.root = :root
                     AND  o.kind IN ('edit', 'write', 'delete', 'rewrite') AND o.outcome = 'ok'
                     AND  o.class NOT IN ('test', 'document', 'scratch'))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t > k.failed AND g.t <= k.t AND g.kind IN ('install', 'checkout'))
