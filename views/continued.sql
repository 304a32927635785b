-- The first thing heard of this session, if that is that it goes on: what it has read and done before is not known. A
-- session that was resumed and whose beginning was heard is none.

SELECT min(e.t) AS t
FROM   events e
WHERE  e.session = :session AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND NOT EXISTS (SELECT 1 FROM begun)
HAVING count(*) > 0
