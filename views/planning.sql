-- One row while the agent is in plan mode: its user has not accepted a plan since the mode was
-- last told.

SELECT :t AS t
WHERE  :mode = 'plan'
  AND  NOT EXISTS (SELECT 1 FROM events x
                   WHERE  x.session = :session AND x.moment = 'after' AND x.outcome = 'ok'
                     AND  x.name IN ('ExitPlanMode', 'exit_plan_mode')
                     AND  x.t > (SELECT prompted FROM sessions WHERE session = :session))
