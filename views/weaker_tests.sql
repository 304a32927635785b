-- The files of tests, in the project of this call, that have more skips or mocks, or fewer assertions or tests (`mark`)
-- than when this session began. What somebody else has changed does not count, nor does a file that
-- the session has made.

SELECT m.path, m.mark, e.file
FROM   marks m
JOIN   touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t AND e.kind IN ('edit', 'write')
WHERE  m.session = :session AND m.mark IN ('assertion', 'skip', 'mock', 'test')
  AND  e.root = :root AND e.class = 'test' AND e.outcome = 'ok' AND e.actor <> '*'
  AND  NOT EXISTS (SELECT 1 FROM touches o
                   WHERE  o.session = m.session AND o.path = m.path
                     AND  o.kind = 'write' AND NOT o.on_disk AND o.outcome = 'ok')
GROUP  BY m.path, m.mark
HAVING sum(m.after - m.before) * iif(m.mark IN ('assertion', 'test'), -1, 1) > 0
