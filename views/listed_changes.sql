-- The files of the project that git status or git diff has listed in this session as not committed, and that since nothing
-- has committed, put away or put back. `state` is changed or untracked, which may be a folder. `old` is 1 if nothing that
-- the session had done before can have been the reason: no edit of the file, no formatter, installation, build or task.

WITH entries AS (
  SELECT l.t, e.value AS file, 'changed' AS state
  FROM   listings l CROSS JOIN json_each(l.changed) e WHERE l.session = :session AND l.root = :root
  UNION  ALL
  SELECT l.t, e.value, 'untracked'
  FROM   listings l CROSS JOIN json_each(l.untracked) e WHERE l.session = :session AND l.root = :root
)
SELECT f.file, f.state, f.t,
       EXISTS (SELECT 1 FROM begun
               WHERE  NOT EXISTS (SELECT 1 FROM own_changes o
                                  WHERE  o.path = :root || '/' || f.file AND +o.t < f.first
                                  UNION  ALL
                                  SELECT 1 FROM changes h
                                  WHERE  h.session = :session AND h.t BETWEEN begun.t AND f.first
                                  UNION  ALL
                                  SELECT 1 FROM commands m
                                  WHERE  m.session = :session AND m.t BETWEEN begun.t AND f.first
                                    AND  m.task <> '' AND NOT m.background)) AS old
FROM  (SELECT file, state, max(t) AS t, min(t) AS first FROM entries GROUP BY file, state) f
WHERE  f.t > (SELECT coalesce(max(o.t), 0) FROM committed_at o)
  AND  NOT EXISTS (SELECT 1 FROM changes h
                   WHERE  h.session = :session AND h.t > f.t AND h.kind = 'checkout' AND h.root = :root
                   UNION  ALL
                   SELECT 1 FROM touches b
                   WHERE  b.session = :session AND b.path = :root || '/' || f.file AND +b.t > f.t AND b.outcome = 'ok'
                     AND  (b.kind = 'delete' OR b.manner IN ('restore', 'undo')))
