-- One row while nothing is to be changed yet, with the reason: the client is in plan mode, or the
-- user's last prompt asks for a plan or a discussion. It ends when the user accepts a plan.

SELECT iif(:mode = 'plan', 'You are in plan mode', 'Your user wants to discuss or plan this first') AS why
FROM   sessions s
WHERE  s.session = :session
  AND  (:mode = 'plan'
        OR EXISTS (SELECT 1 FROM words w WHERE w.session = :session AND w.t = s.prompted AND w.kind = 'plan')
           AND NOT EXISTS (SELECT 1 FROM words o WHERE o.session = :session AND o.t = s.prompted AND o.kind = 'order'))
  AND  NOT EXISTS (SELECT 1 FROM events x
                   WHERE  x.session = :session AND x.moment = 'after' AND x.outcome = 'ok'
                     AND  x.name IN ('ExitPlanMode', 'exit_plan_mode') AND x.t > s.prompted)
