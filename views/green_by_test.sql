-- The tests that failed after this session had changed a program and that are green, or gone, although only
-- their own file, at `path`, was changed since they last failed: another thing is expected now. A file that the
-- session made is still being written.

SELECT r.test, e.file, e.path, r.t
FROM   recovered r
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = r.session AND e.t > r.failed AND e.t <= r.t
WHERE  r.session = :session AND r.root = :root AND r.test <> '' AND NOT r.flipped
  AND  e.root = :root AND e.class = 'test' AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
  AND  e.manner NOT IN ('same', 'undo') AND e.actor <> '*'
  AND  (r.identity = '' OR substr(r.identity, 1, length(e.file) + 1) = e.file || ' ')
  AND  NOT EXISTS (SELECT 1 FROM touches made
                   WHERE  made.session = e.session AND made.path = e.path AND made.kind = 'write' AND NOT made.on_disk)
  AND  EXISTS (SELECT 1 FROM touches c INDEXED BY touches_in_order
               WHERE  c.session = :session AND c.t > r.failed - 500 AND c.t < r.failed
                 AND  c.root = :root AND c.class = 'code'
                 AND  c.kind IN ('edit', 'write') AND c.outcome = 'ok' AND c.actor <> '*')
  AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                   WHERE  o.session = :session AND o.t > r.failed AND o.t <= r.t AND o.root = :root
                     AND  o.kind IN ('edit', 'write', 'delete', 'rewrite') AND o.outcome = 'ok'
                     AND  o.class NOT IN ('test', 'document', 'scratch'))
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t > r.failed AND g.t <= r.t AND g.kind IN ('install', 'checkout'))
