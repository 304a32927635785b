-- The stashes of this line that put something on the stash. Left out are those with nothing to put there, and those
-- that git refuses because of a file that it does not know. `t` is the tick of the line.

SELECT p.t
FROM   stash_pushes p
WHERE  p.t = :t
  AND  (p.added
        OR NOT (:dirty = '[]' AND :staged = '[]'
                AND NOT EXISTS (SELECT 1 FROM commands k
                                WHERE  k.session = :session AND k.t = :t AND k.n < p.n AND k.program <> 'cd'))
           AND NOT EXISTS (SELECT 1 FROM json_each(p.args) f
                           CROSS JOIN touches o INDEXED BY touches_in_order
                             ON o.session = :session AND o.t > :t - 500 AND o.path = p.root || '/' || f.value
                           WHERE p.named AND o.kind = 'write' AND o.outcome = 'ok' AND NOT o.on_disk
                             AND NOT EXISTS (SELECT 1 FROM commands a
                                             WHERE  a.session = :session AND a.t > o.t AND a.t <= :t
                                               AND  a.program = 'git add')))
