-- The times that this very command went out in this session, so that somebody has let it: a question about it was answered then.
-- Who has a thing deployed and asks for changes to it expects to see them there.

SELECT c.t
FROM   commands c
JOIN   events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after' AND e.outcome = 'ok'
WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.text = :text AND c.dir = :dir
