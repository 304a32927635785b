-- Do not drop the work that you have put on the stash.
--
-- An entry that is dropped from the stash is on no branch. If this session has neither applied it nor done the work
-- again, its changes are gone. A pop that git refused has applied nothing. An entry that the session made without
-- having changed anything holds the work of others.

--- severity = "ask"
--- deeds    = ["discards"]
--- message  = "This throws away {what}, which this session has put on the stash. Take it back with `git stash pop`, or tell your user that you drop it."
---
--- says.what.few     = "{files}"
--- says.what.many    = "{n} files, among them {file}"
--- says.what.foreign = "work of others"

WITH stashed (what, files, file, n) AS (
  SELECT iif(count(*) > 3, 'many', 'few'), group_concat(file, ', '), min(file), count(*)
  FROM   my_stash
  UNION  ALL
  SELECT 'foreign', '', '', 1
  FROM   untaken_stash p
  JOIN   stashed_at mine ON :stashes ->> 0 ->> 'at' BETWEEN mine.began AND mine.ended
  WHERE  NOT EXISTS (SELECT 1 FROM touches e WHERE e.session = :session AND e.root = :root AND +e.t < p.t
                       AND  e.kind NOT IN ('read', 'scan') AND e.outcome = 'ok')
)
SELECT what, files, file, n
FROM   stashed
WHERE  n > 0
  AND  EXISTS (SELECT 1 FROM json_each(:discards) WHERE value ->> 'how' = 'stash' AND value ->> 'path' IN ('', '0'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'stash')
LIMIT  1
