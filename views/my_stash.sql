-- The files that this session has last put on the stash, and has neither taken back nor changed since.

SELECT DISTINCT e.file
FROM   untaken_stash p
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > :t - 500
WHERE  e.t < p.t AND e.t > (SELECT coalesce(max(o.t), 0) FROM own_commits o WHERE o.root = :root AND o.t < p.t)
  AND  e.root = :root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
  AND  (e.kind = 'edit' OR e.on_disk OR p.added)
  AND  (NOT p.named OR e.file IN (SELECT value FROM json_each(p.args)))
  AND  NOT EXISTS (SELECT 1 FROM changes h
                   WHERE  h.session = :session AND h.t > e.t AND h.t < p.t AND h.kind = 'checkout' AND h.root = :root)
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = :session AND k.path = e.path AND +k.t > p.t
                     AND  k.kind IN ('edit', 'write', 'delete') AND k.outcome = 'ok')
