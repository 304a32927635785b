-- Takes the edits of a file out of the pile of untested ones after they were taken back: version control or an edit
-- has made it what it was, or it is deleted and the session had created it. The parameters are the columns of the
-- touch.
--
-- An edit of several files counts as long as one of them is left.

UPDATE tally
SET    edits = max(0, edits - (
         SELECT count(DISTINCT e.t) FROM touches e
         WHERE  e.session = :session AND e.path = :path AND e.t >= tally.pile AND e.t < :t
           AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via <> 'elsewhere'
           AND  e.class IN ('code', 'test') AND e.manner NOT IN ('same', 'undo')
           AND  e.t > coalesce((SELECT max(+b.t) FROM touches b
                                WHERE  b.session = :session AND b.path = :path AND +b.t < :t
                                  AND  b.manner IN ('restore', 'undo') AND b.outcome = 'ok'), -1)
           AND  NOT EXISTS (SELECT 1 FROM touches o INDEXED BY touches_in_order
                            WHERE  o.session = e.session AND o.t = e.t AND o.kind IN ('edit', 'write')
                              AND  o.path <> e.path AND o.outcome = 'ok')))
WHERE  session = :session AND root = :root
  AND  (:manner IN ('restore', 'undo')
        OR EXISTS (SELECT 1 FROM touches m
                   WHERE  m.session = :session AND m.path = :path AND m.kind = 'write' AND NOT m.on_disk
                     AND  m.outcome = 'ok' AND +m.t < :t));
