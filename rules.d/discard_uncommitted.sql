-- Do not throw away what nobody has committed.
--
-- `git reset --hard`, `git checkout .`, `git restore .` and `git clean -f` put files back for good. What was not
-- committed or stashed is lost, be it this session's work or somebody else's that was there before. To put back a
-- file of one's own by its name is what a restore is for, and is left alone (views/discarded.sql).
-- "Revert that" without a name means what the session has done last, so that losing only that is not told.

--- severity = "ask"
--- deeds    = ["discards"]
--- message  = "This throws away {many}, which nobody has committed. {own}"
---
--- says.many.0   = "{files}"
--- says.many.1   = "{n} files, among them {files}"
--- says.own.none = "This session has {n:not changed it|changed none of them}: leave alone what is not yours, or let your user decide."
--- says.own.some = "This session has not changed {others}: leave alone what is not yours, or let your user decide."
--- says.own.all  = "Commit or stash it first, or put single files back by their names."

WITH shown (file, own, latest, place) AS (
  SELECT file, own, latest, row_number() OVER (ORDER BY own, file) FROM discarded
)
SELECT count(*) > 3 AS many, count(*) AS n,
       iif(min(own), 'all', iif(max(own), 'some', 'none')) AS own,
       group_concat(iif(place > 3, NULL, file), ', ') AS files,
       group_concat(iif(place > 3 OR own, NULL, file), ', ') AS others
FROM   shown
WHERE  NOT EXISTS (SELECT 1 FROM saved_in_line s
                   WHERE  s.folder = '' OR file GLOB s.folder OR instr(file, rtrim(s.folder, '/') || '/') = 1)
  AND  NOT EXISTS (SELECT 1 FROM own_project WHERE folder)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'discard all' OR verb IN ('discard', 'run') AND named)
HAVING count(*) > 0 AND NOT (min(latest) AND EXISTS (SELECT 1 FROM wanted WHERE verb = 'discard'))
