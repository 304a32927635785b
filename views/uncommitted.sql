-- The changes that this session has written since its last commit in the project of the command, or since git status
-- found nothing uncommitted there, and that nothing has put back, removed or checked out over since. `made` is 1 for a
-- new file, which git knows only if it was `added`. `kept` is 1 if the user has given a prompt since it was first
-- written, so that they have seen it as a result, and `latest` if it was first written in the turn before that prompt,
-- or since.

SELECT w.file, w.made, w.first < (SELECT s.prompted FROM sessions s WHERE s.session = :session) AS kept,
       w.first > (SELECT s.prompted_before FROM sessions s WHERE s.session = :session) AS latest,
       EXISTS (SELECT 1 FROM commands c
               WHERE  c.session = :session AND c.t > w.since AND c.program = 'git add' AND c.root = :root
                 AND  (c.t > w.last OR c.t = :t AND c.n < :n)) AS added
FROM  (SELECT e.file, max(e.kind = 'write' AND NOT e.on_disk) AS made, max(e.t) AS last, min(e.t) AS first, since.t
       AS since
       FROM  (SELECT coalesce(max(o.t), 0) AS t FROM committed_at o) since
       CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > since.t
       WHERE  e.root = :root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via IN ('tool', 'shell')
         AND  e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
         AND  NOT EXISTS (SELECT 1 FROM touches k
                          WHERE  k.session = :session AND k.path = e.path AND +k.t >= e.t AND k.outcome = 'ok'
                            AND  (k.kind = 'delete' OR k.manner IN ('restore', 'undo')))
         AND  NOT EXISTS (SELECT 1 FROM changes h
                          WHERE  h.session = :session AND h.t > e.t AND h.kind = 'checkout' AND h.root = :root)
       GROUP  BY e.file) w
