-- The beginning of this session, if it was heard. What a session has done before it is not known: one that is a fork of
-- another, or that had begun before witness was installed. It is one of the first things heard.

SELECT e.t
FROM   events e
WHERE  e.session = :session AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND e.source NOT IN ('resume', 'compact')
LIMIT  1
