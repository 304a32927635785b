-- Takes what was never seen to pass for a failure of before the session, if every file is again what it was before
-- the session's first edit. The parameters are the columns of the touch.
--
-- As in put_back.sql, what is not known counts as different.

WITH
began AS (
  SELECT first_edit AS t FROM tally WHERE session = :session AND root = :root
),
changed AS (
  SELECT coalesce((SELECT iif(b.kind = 'write' AND NOT b.on_disk, 'missing', nullif(b.hash_before, ''))
                   FROM   touches b
                   WHERE  b.session = e.session AND b.path = e.path AND b.outcome NOT IN ('failed', 'denied')
                     AND  b.kind IN ('edit', 'write', 'delete', 'rewrite')
                   ORDER  BY +b.t LIMIT 1), 'unknown before') AS was,
         coalesce((SELECT iif(l.kind = 'delete', 'missing', nullif(l.hash_after, ''))
                   FROM   touches l
                   WHERE  l.session = e.session AND l.path = e.path AND +l.t >= e.t
                     AND  l.outcome NOT IN ('failed', 'denied') AND l.kind IN ('edit', 'write', 'delete', 'rewrite')
                   ORDER  BY +l.t DESC LIMIT 1), 'unknown after') AS now
  FROM   began
  CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t >= began.t
  WHERE  e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.root = :root AND e.outcome NOT IN ('failed', 'denied')
    AND  e.manner <> 'same' AND e.class NOT IN ('document', 'scratch')
)
UPDATE failing SET baseline = 1
WHERE  session = :session AND root = :root AND passed IS NULL AND NOT baseline
  AND  (SELECT count(*) FROM began) = 1
  AND  NOT EXISTS (SELECT 1 FROM changes g
                   WHERE  g.session = :session AND g.t >= (SELECT t FROM began) AND g.kind NOT IN ('install', 'build'))
  AND  NOT EXISTS (SELECT 1 FROM changed WHERE was <> now);
