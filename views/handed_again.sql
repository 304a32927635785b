-- The files of this turn's work that an earlier turn had changed as well, with no trial up to the last prompt: the user has
-- come back, and the same file is changed again.

SELECT work.root, work.path
FROM   work
JOIN   sessions ON sessions.session = :session
WHERE  work.way = 'done'
  AND  EXISTS (SELECT 1 FROM touches e
               WHERE  e.session = :session AND e.path = work.path AND +e.kind IN ('edit', 'write') AND e.outcome = 'ok'
                 AND  +e.t > :t - 500 AND +e.t < sessions.prompted
                 AND  NOT EXISTS (SELECT 1 FROM trials a
                                  WHERE  a.how <> 'check' AND a.t > e.t AND a.t < sessions.prompted))
