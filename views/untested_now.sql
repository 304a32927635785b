-- The files that were edited since tests last ran: in the session `:session`, or, if that is NULL, in this project, whichever
-- session has edited or tested.

WITH run AS MATERIALIZED (SELECT session, root, at FROM recent_runs WHERE :session IS NULL)
SELECT u.session, u.root, u.path, u.file, count(*) AS edits, max(u.t) AS t
FROM   untested_touches u
WHERE  u.session IN (SELECT :session UNION ALL SELECT session FROM recent_work WHERE :session IS NULL)
GROUP  BY u.session, u.root, u.path
HAVING NOT EXISTS (SELECT 1 FROM run
                   WHERE  +run.root = u.root AND run.session <> u.session
                     AND  run.at > (SELECT max(v.at) FROM events v WHERE v.session = u.session AND v.t = max(u.t)))
