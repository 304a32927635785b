-- Keeps which failures a call has ended, of those that were noted before it might. The parameters `:session`, `:t`
-- and `:root` are those of the call.

DELETE FROM recovered
WHERE  session = :session AND t = :t AND root = :root
  AND  EXISTS (SELECT 1 FROM failing f
               WHERE  f.session = :session AND f.root = :root
                 AND  (f.tool, f.suite, f.test) = (recovered.tool, recovered.suite, recovered.test));

-- A test that another runner has seen failing in this call has not passed: it is known under another name.
UPDATE recovered SET passed = 0, flipped = 0
WHERE  session = :session AND t = :t AND root = :root AND identity <> ''
  AND  EXISTS (SELECT 1 FROM failing f
               WHERE  f.session = :session AND f.root = :root AND f.identity = recovered.identity);

UPDATE recovered
SET    at = coalesce((SELECT max(v.at) FROM events v
                      WHERE  v.session = :session AND v.t = :t AND v.moment <> 'before'), 0),
       edited = coalesce((SELECT e.file FROM touches e INDEXED BY touches_in_order
                          WHERE  e.session = :session AND e.t > failed AND e.t <= :t AND e.root = :root
                            AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner <> 'same'
                          ORDER  BY e.t DESC LIMIT 1), '')
WHERE  session = :session AND t = :t AND root = :root;
