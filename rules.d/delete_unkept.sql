-- Do not delete what nobody can bring back.
--
-- What git does not know, or is told to ignore, is in no commit: settings with keys, notes, data, results of long
-- computations. Files that are older than the session and in no repository are somebody's as well. A copy over a file
-- deletes what that had.
--
-- The rule is silent about what this session has made and what a tool makes again (neither is in `:loses`), about
-- folders of which the session has copied every file elsewhere (`kept_copies`), and about a copy of a file that the
-- session wrote, because that may well be made of the one in whose place it comes.

--- severity = "ask"
--- deeds    = ["destroys", "discards"]
--- message  = "`{text}` {does} {many}, which no commit has and which {count:was|were} here before this session. {advice}, or ask your user."
---
--- says.many.0      = "{files}"
--- says.many.1      = "{files} and {more} more"
--- says.advice.look = "Use `mv -n`, or look at the new names first"
--- says.advice.move = "Move {count:it|them} away"

WITH lost (does, path, files, count) AS (
  SELECT l.value ->> 'does', l.value ->> 'path' || '/',
         (SELECT group_concat(f.value, ', ') FROM json_each(l.value, '$.files') f), l.value ->> 'count'
  FROM   json_each(:loses) l
)
SELECT :text AS text, does, files, count > 3 AS many, count - 3 AS more, count,
       iif(does = 'may overwrite', 'look', 'move') AS advice
FROM   lost
WHERE  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named
                   OR does = 'replaces' AND verb IN ('shorten', 'discard'))
  AND  NOT EXISTS (SELECT 1 FROM own_project WHERE folder)
  AND  count > (SELECT count(DISTINCT k.path) FROM kept_copies k
                WHERE  substr(k.path || '/', 1, length(lost.path)) = lost.path
                  AND  substr(k.copy, 1, length(lost.path)) <> lost.path)
ORDER  BY count DESC
LIMIT  1
