-- One row while nothing is to be changed yet, with the reason: the client is in plan mode, or the user's last prompt asks
-- for a plan or a discussion, or they have announced a freeze ("code freeze from now on"). A prompt that also gives an order
-- is no plan. A plan ends when the user accepts one, also in the words with which they refuse its form, and a freeze when
-- they say that it is over.

SELECT CASE WHEN EXISTS (SELECT 1 FROM frozen) THEN 'Your user has announced a freeze'
            WHEN :mode = 'plan'                THEN 'You are in plan mode'
            ELSE 'Your user wants to discuss or plan this first' END AS why
WHERE (:mode = 'plan' OR EXISTS (SELECT 1 FROM words WHERE session = :session AND kind = 'plan'))
  AND (EXISTS (SELECT 1 FROM frozen)
       OR (:mode = 'plan'
           OR (SELECT max(kind = 'plan' AND verb = '') AND NOT max(kind = 'order') FROM words
               WHERE  session = :session AND t = (SELECT prompted FROM sessions WHERE session = :session)))
          AND NOT EXISTS (SELECT 1 FROM events e
                          WHERE  e.session = :session AND e.name IN ('ExitPlanMode', 'exit_plan_mode')
                            AND  e.t > (SELECT prompted FROM sessions WHERE session = :session)
                            AND  (e.moment = 'after' AND e.outcome = 'ok'
                                  OR e.outcome = 'denied' AND EXISTS (SELECT 1 FROM words w WHERE w.session = e.session
                                                                        AND w.t = e.t AND w.kind = 'agreement'))))
