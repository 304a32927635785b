-- The edits of existing files that the same actor had not read before.

SELECT e.session, e.t, e.actor, e.path, e.file
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.on_disk AND NOT e.seen
  AND  NOT EXISTS (SELECT 1 FROM touches r
                   WHERE  r.session = e.session AND r.path = e.path AND r.actor = e.actor
                     AND  r.kind IN ('read', 'edit', 'write') AND r.outcome = 'ok' AND r.t < e.t)
