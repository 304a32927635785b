-- Keep files with credentials on this machine.
--
-- A key that has left is no secret any more, wherever it went. The rule asks about a command that sends a file which
-- holds credentials by its name, what an earlier command of the line has read of one, or the whole environment.

--- severity = "ask"
--- deeds    = ["sends"]
--- message  = "`{text}` sends {what} to {host}. Ask your user, or leave it out."

SELECT :text AS text, iif(c.value = '*', 'the whole environment',
       iif(instr(c.value, :root || '/') = 1, substr(c.value, length(:root) + 2), c.value)
         || ', which holds credentials,') AS what,
       coalesce(nullif(s.value ->> 'to', ''), 'another machine') AS host
FROM   json_each(:sends) s
CROSS  JOIN json_each(s.value, '$.credentials') c
WHERE  NOT s.value ->> 'local'
LIMIT  1
