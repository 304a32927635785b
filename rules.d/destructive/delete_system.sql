-- Never delete the system, a home or the repository's history.
--
-- A wildcard too many or an empty variable, and everything is gone. Deleting a folder of the system, a person's
-- home or their keys is never a step of a task. Neither is deleting the project's .git, which holds what was
-- committed and not pushed; in a repository that this session has cloned or created, that is its own.

--- severity = "block"
--- pack     = "destructive"
--- commands = ["rm", "find", "chmod", "chown", "chgrp", "shred", "unlink", "setfacl", "rsync", "mv", "python", "node", "perl", "ruby", "Remove-Item"]
--- message  = "`{text}` {does} {what}. Name the files or folders that the task is about, one by one."

SELECT :text AS text,
       CASE value ->> 'does' WHEN 'permits' THEN 'changes the owner or the permissions of' WHEN 'moves' THEN 'moves away' ELSE 'deletes' END AS does,
       CASE value ->> 'place'
         WHEN 'root'    THEN 'the whole system'
         WHEN 'system'  THEN 'the system''s folder ' || (value ->> 'path')
         WHEN 'homes'   THEN 'the homes of all users'
         WHEN 'home'    THEN 'the home ' || (value ->> 'path')
         WHEN 'keys'    THEN (value ->> 'path') || ', which holds keys'
         WHEN 'history' THEN 'the history of this project, ' || iif(value ->> 'path' GLOB '*/.git', '.git', substr(value ->> 'path', instr(value ->> 'path', '/.git/') + 1))
       END AS what
FROM   json_each(:destroys)
WHERE  what IS NOT NULL AND (value ->> 'whole' OR value ->> 'does' = 'overwrites' OR value ->> 'place' = 'history') AND NOT value ->> 'made'
       -- With a condition it deletes some of the files; deletions outside of the project ask.
  AND  value ->> 'only' = '' AND NOT value ->> 'some'
  AND  (value ->> 'does' <> 'permits' OR value ->> 'place' NOT IN ('keys', 'history'))
LIMIT  1
