-- The latest 20 sessions in this project that have edited or tested anything. What they left is the state of the project: a
-- later session that has only looked at something changes nothing of it.

SELECT s.session, s.root, s.started
FROM   sessions s
WHERE  s.root = :root
  AND  (EXISTS (SELECT 1 FROM tally y WHERE y.session = s.session AND coalesce(y.last_edit, y.last_run) > 0)
        OR EXISTS (SELECT 1 FROM runs r WHERE r.session = s.session))
ORDER  BY s.started DESC, s.session DESC
LIMIT  20
