-- The attempts of this turn to stop after which the agent has changed no file: it gets no further.

SELECT e.t
FROM   turn
CROSS  JOIN events e ON e.session = :session AND e.t >= turn.began AND e.t < :t AND e.moment = 'stop'
WHERE  e.t > coalesce((SELECT max(u.t) FROM touches u INDEXED BY touches_in_order
                       WHERE  u.session = :session AND u.t >= turn.began AND u.kind IN ('edit', 'write', 'delete')
                         AND  u.outcome = 'ok'), 0)
