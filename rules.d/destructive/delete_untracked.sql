-- Do not clean away what git does not know.
--
-- `git clean -f` deletes every file that was never added, and with -x what is ignored, too: notes, data, local
-- settings. No tool brings these back. A dry run shows them first; then they can be deleted by name.

--- severity = "ask"
--- pack     = "destructive"
--- deeds    = ["discards"]
--- message  = "`{text}` deletes the files that git does not know{which}. Run `git clean -n{flags}` first, and delete by name what the task no longer needs."
---
--- says.which.all       = ", also those that it is told to ignore"
--- says.which.unignored = ""

SELECT :text AS text,
       iif(value ->> 'ignored', 'all', 'unignored') AS which,
       iif(value ->> 'deep', 'd', '') || iif(:flags ->> 'ignored', 'x', '')
         || iif(:flags ->> 'only-ignored', 'X', '') AS flags
FROM   json_each(:discards)
WHERE  value ->> 'how' = 'clean' AND value ->> 'path' = '' AND :loses = '[]' -- what is named was looked at
  AND  NOT EXISTS (SELECT 1 FROM own_project WHERE folder)
  AND  NOT EXISTS (SELECT 1 FROM dry_cleans)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'discard all' OR verb = 'run' AND named)
