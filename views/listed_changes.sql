-- The files of the project that git status or git diff has listed in this session as not committed, and that since nothing
-- has committed, put away or put back. `state` is changed or untracked, which may be a folder. `old` is 1 if nothing that
-- the session had done before can have been the reason: no edit of the file, no formatter, installation, build or task.

SELECT l.path, l.file, l.state, l.t,
       EXISTS (SELECT 1 FROM begun
               WHERE  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = l.path AND +o.t < l.first)
                 AND  NOT EXISTS (SELECT 1 FROM changes h
                                  WHERE  h.session = :session AND h.t BETWEEN begun.t AND l.first)
                 AND  NOT EXISTS (SELECT 1 FROM commands m
                                  WHERE  m.session = :session AND m.t BETWEEN begun.t AND l.first
                                    AND  m.task <> '' AND NOT m.background)) AS old
FROM  (SELECT k.path, k.file, k.manner AS state, max(k.t) AS t,
              (SELECT min(+seen.t) FROM touches seen
               WHERE  seen.session = :session AND seen.path = k.path AND seen.kind = 'scan'
                 AND  seen.manner IN ('changed', 'untracked')) AS first
       FROM  (SELECT coalesce(max(o.t), 0) AS t FROM own_commits o WHERE o.root = :root) since
       CROSS  JOIN touches k INDEXED BY touches_uncommitted
       WHERE  k.session = :session AND k.root = :root AND k.t > since.t AND k.manner IN ('changed', 'untracked')
         AND  NOT EXISTS (SELECT 1 FROM changes h
                          WHERE  h.session = :session AND h.t > k.t AND h.kind = 'checkout' AND h.root = :root)
         AND  NOT EXISTS (SELECT 1 FROM touches b
                          WHERE  b.session = :session AND b.path = k.path AND +b.t > k.t AND b.outcome = 'ok'
                            AND  (b.kind = 'delete' OR b.manner IN ('restore', 'undo')))
       GROUP  BY k.path) l
