-- Do not drop the work that you have put on the stash.
--
-- An entry of the stash that is dropped is on no branch. If this session has neither taken it back nor done the work
-- again, its changes are gone.

--- severity = "ask"
--- deeds    = ["discards"]
--- message  = "This throws away {files}, which this session has put on the stash. Take it back with `git stash pop`, or tell your user that you drop it."

SELECT iif(count(*) > 3, count(*) || ' files, among them ' || min(file), group_concat(file, ', ')) AS files
FROM   my_stash
WHERE  EXISTS (SELECT 1 FROM json_each(:discards) WHERE value ->> 'how' = 'stash' AND value ->> 'path' IN ('', '0'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'stash')
HAVING count(*) > 0
