-- One row, the beginning of this session, if it was heard. It was not if the session is a fork of another one, or had
-- begun before witness was installed: what such a session did before is not known.

SELECT e.t
FROM   events e
WHERE  e.session = :session AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND e.source NOT IN ('resume', 'compact')
LIMIT  1
