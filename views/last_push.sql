-- The latest push of this session in each project, and the one before it, -1 if there was none.

SELECT c.root, max(c.t) AS t,
       coalesce((SELECT max(o.t) FROM ended_commands o
                 WHERE  o.session = :session AND o.t > :t - 500 AND o.root = c.root AND o.program = 'git push'
                   AND  o.outcome <> 'failed' AND o.t < max(c.t)), -1) AS previous
FROM   ended_commands c
WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.program = 'git push' AND c.outcome <> 'failed'
GROUP  BY c.root
