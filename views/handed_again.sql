-- The files that an earlier turn has changed with no trial since, up to the last prompt: they were handed over untried, and the
-- user has come back.

SELECT DISTINCT e.path
FROM   sessions
CROSS  JOIN touches e INDEXED BY touches_in_order
              ON e.session = sessions.session AND e.t > :t - 500 AND e.t < sessions.prompted
WHERE  sessions.session = :session AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.t >= coalesce((SELECT max(a.t) FROM trials a
                        WHERE  a.how <> 'check' AND a.t < (SELECT prompted FROM sessions WHERE session = :session)), 0)
