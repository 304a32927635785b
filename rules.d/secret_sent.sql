-- Keep files with credentials on this machine.
--
-- A key that has left is no secret any more, wherever it went. The rule asks about a command that sends a file which
-- holds credentials by its name, what an earlier command of the line has read of one, or the whole environment.

--- severity = "ask"
--- deeds    = ["sends"]
--- message  = "`{text}` sends {what} to {named}. Ask your user, or leave it out."
---
--- says.what.environment = "the whole environment"
--- says.what.file        = "{file}, which holds credentials,"
--- says.named.0          = "another machine"
--- says.named.1          = "{host}"

SELECT :text AS text, iif(c.value = '*', 'environment', 'file') AS what,
       iif(instr(c.value, :root || '/') = 1, substr(c.value, length(:root) + 2), c.value) AS file,
       s.value ->> 'to' AS host, s.value ->> 'to' <> '' AS named
FROM   json_each(:sends) s
CROSS  JOIN json_each(s.value, '$.credentials') c
WHERE  NOT s.value ->> 'local'
LIMIT  1
