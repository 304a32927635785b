-- The last change of each file in a session, as far as it happened, with the parts of the file's name as the
-- parameters :base and :ext have them.

SELECT k.session, k.path, k.t, k.kind, k.actor, k.via, k.file, k.root, k.class,
       substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 1) AS base,
       iif(instr(substr(k.path, length(rtrim(k.path, replace(k.path, '/', ''))) + 2), '.'),
           '.' || substr(k.path, length(rtrim(k.path, replace(k.path, '.', ''))) + 1), '') AS ext
FROM   touches k
WHERE  k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok'
  AND  NOT EXISTS (SELECT 1 FROM touches l
                   WHERE  l.session = k.session AND l.path = k.path
                     AND  l.kind IN ('edit', 'write', 'delete', 'rewrite') AND l.outcome = 'ok'
                     AND  (l.t > k.t OR l.t = k.t AND (l.actor > k.actor OR l.actor = k.actor AND l.kind > k.kind)))
