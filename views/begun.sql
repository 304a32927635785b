-- The beginning of this session, if it was heard. What a session has done before it is not known: one that is a fork of
-- another, or that had begun before witness was installed.

SELECT e.t
FROM   events e
WHERE  e.session = :session AND e.moment = 'start' AND e.source NOT IN ('resume', 'compact')
LIMIT  1
