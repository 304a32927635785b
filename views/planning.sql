-- One row while nothing is to be changed yet, with the reason: the client is in plan mode, or the
-- user's last prompt asks for a plan or a discussion. It ends when the user accepts a plan.

SELECT iif(:mode = 'plan', 'You are in plan mode', 'Your user wants to discuss or plan this first') AS why
WHERE  (:mode = 'plan'
        OR (SELECT max(kind = 'plan') AND NOT max(kind = 'order') FROM words
            WHERE  session = :session AND t = (SELECT prompted FROM sessions WHERE session = :session)))
  AND  NOT EXISTS (SELECT 1 FROM events
                   WHERE  session = :session AND moment = 'after' AND outcome = 'ok'
                     AND  name IN ('ExitPlanMode', 'exit_plan_mode')
                     AND  t > (SELECT prompted FROM sessions WHERE session = :session))
