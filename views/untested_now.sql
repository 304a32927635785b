-- The files that were edited since tests last ran: in the session `:session`, or, if that is NULL, in this project, whichever
-- session has edited or tested.

SELECT u.*
FROM   untested_edits u
WHERE  u.session = :session
UNION  ALL
SELECT u.*
FROM   recent_work w
CROSS  JOIN untested_edits u ON u.session = w.session
WHERE  :session IS NULL
  AND  NOT EXISTS (SELECT 1 FROM recent_runs r
                   WHERE  r.root = u.root AND r.session <> u.session
                     AND  r.at > (SELECT max(v.at) FROM events v WHERE v.session = u.session AND v.t = u.t))
