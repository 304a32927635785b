-- One row while nothing is to be changed yet, with the reason: the client is in plan mode, or the
-- user's last prompt asks for a plan or a discussion. It ends when the user accepts a plan, also in the words with which they refuse
-- its form.

SELECT iif(:mode = 'plan', 'You are in plan mode', 'Your user wants to discuss or plan this first') AS why
WHERE  (:mode = 'plan'
        OR (SELECT max(kind = 'plan') AND NOT max(kind = 'order') FROM words
            WHERE  session = :session AND t = (SELECT prompted FROM sessions WHERE session = :session)))
  AND  NOT EXISTS (SELECT 1 FROM events e
                   WHERE  e.session = :session AND e.name IN ('ExitPlanMode', 'exit_plan_mode')
                     AND  e.t > (SELECT prompted FROM sessions WHERE session = :session)
                     AND  (e.moment = 'after' AND e.outcome = 'ok'
                           OR e.outcome = 'denied' AND EXISTS (SELECT 1 FROM words w WHERE w.session = e.session
                                                                 AND w.t = e.t AND w.kind = 'agreement')))
