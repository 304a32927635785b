-- When this agent last did something else than wait, within its last sixty calls: the user spoke, the
-- context was compacted, or the agent changed a file that is kept, committed or pushed.

SELECT max(coalesce((SELECT max(e.t) FROM events e
                     WHERE  e.session = :session AND e.t > :t - 60 AND e.t < :t
                       AND  e.moment IN ('prompt', 'compact', 'start')), 0),
           coalesce((SELECT max(x.t) FROM touches x INDEXED BY touches_in_order
                     WHERE  x.session = :session AND x.t > :t - 60 AND x.t < :t AND x.actor = :actor
                       AND  x.kind IN ('edit', 'write', 'delete', 'rewrite') AND x.outcome = 'ok'
                       AND  x.class NOT IN ('scratch', 'generated')), 0),
           coalesce((SELECT max(c.t) FROM commands c
                     CROSS  JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                                         AND d.actor = :actor AND d.outcome = 'ok'
                     WHERE  c.session = :session AND c.t > :t - 60 AND c.t < :t
                       AND  (c.commits = 1 OR c.program = 'git push')), 0)) AS t
