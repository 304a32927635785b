-- One row if the first thing heard of this session is that it goes on: what it read and did before is not known. A
-- session that was resumed, and whose beginning was heard, has no row.

SELECT min(e.t) AS t
FROM   events e
WHERE  e.session = :session AND e.t >= 0 AND e.t < 10 AND e.moment = 'start' AND NOT EXISTS (SELECT 1 FROM begun)
HAVING count(*) > 0
