-- Never delete the system, a home or the repository's history.
--
-- One wildcard too many, or an empty variable, and everything is gone. Deleting a folder of the system, a person's
-- home or their keys is never a step of a task. Neither is deleting the .git of a project, under whatever name: it
-- holds what was committed and not pushed.
--
-- The .git of a repository that this session has cloned or created may go. So may one that the user has named, or for
-- which they have chosen a command that deletes it: they give up that one and nothing else.

--- severity = "block"
--- deeds    = ["destroys"]
--- message  = "`{text}` {does} {place}. {advice}."
---
--- says.does.permits    = "changes the owner or the permissions of"
--- says.does.moves      = "moves away"
--- says.does.overwrites = "deletes"
--- says.does.empties    = "deletes"
--- says.place.root      = "the whole system"
--- says.place.system    = "the system's folder {path}"
--- says.place.homes     = "the homes of all users"
--- says.place.home      = "the home {path}"
--- says.place.keys      = "{path}, which holds keys"
--- says.place.history   = "the history of a repository, {file}"
--- says.advice.name     = "Name the files or folders that the task is about, one by one"
--- says.advice.leave    = "Leave it, or ask your user, who may name it"

WITH gone (does, path, place) AS (
  SELECT value ->> 'does', value ->> 'path', value ->> 'place'
  FROM   json_each(:destroys)
  WHERE  NOT value ->> 'made' AND (value ->> 'whole' OR value ->> 'does' = 'overwrites'
         OR value ->> 'place' = 'history')
         -- With a condition it deletes some of the files; deletions outside of the project ask.
    AND  value ->> 'only' = '' AND NOT value ->> 'some'
    AND  NOT (value ->> 'place' = 'history' AND value ->> 'does' = 'deletes'
              AND EXISTS (SELECT 1 FROM wanted WHERE verb IN ('run', 'delete') AND named))
)
SELECT :text AS text, does, place, path, iif(place = 'history', 'leave', 'name') AS advice,
       iif(instr(path, '/.git/'), substr(path, instr(path, '/.git/') + 1), replace(path, :root || '/', '')) AS file
FROM   gone
WHERE  place IN ('root', 'system', 'homes', 'home', 'keys', 'history')
       AND (does <> 'permits' OR place NOT IN ('keys', 'history'))
       AND (does <> 'moves' OR path GLOB '*/.git' OR place <> 'history')
LIMIT  1
