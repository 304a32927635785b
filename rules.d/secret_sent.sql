-- Keep files with credentials on this machine.
--
-- A key that has left is no secret any more, wherever it went. The rule asks about a command that sends
--
-- - a file whose name says that it holds credentials;
-- - what an earlier command of the line has read from such a file, or an archive with it;
-- - the whole environment;
-- - a remark in which a real key stands, to a forge.

--- severity = "ask"
--- deeds    = ["sends"]
--- repeat   = "once"
--- per      = "gone"
--- message  = "`{text}` sends {what} to {named}. Ask your user, or leave it out."
---
--- says.what.environment = "the whole environment"
--- says.what.file        = "{file}, which holds credentials,"
--- says.what.copy        = "what {file} is in, which holds credentials,"
--- says.what.key         = "what looks like a real key"
--- says.named.0          = "another machine"
--- says.named.1          = "{host}"

WITH sent (text, what, file, host) AS (
  SELECT :text, iif(c.value = '*', 'environment', 'file'),
         iif(instr(c.value, :root || '/') = 1, substr(c.value, length(:root) + 2), c.value), s.value ->> 'to'
  FROM   json_each(:sends) s
  CROSS  JOIN json_each(s.value, '$.credentials') c
  WHERE  NOT s.value ->> 'local'
  UNION  ALL
  SELECT :text, 'copy', k.secret, s.value ->> 'to'
  FROM   json_each(:sends) s
  CROSS  JOIN json_each(s.value, '$.files') f
  JOIN   secret_copies k ON k.path = f.value
  WHERE  NOT s.value ->> 'local'
  UNION  ALL
  SELECT :program, 'key', '', s.value ->> 'to' FROM json_each(:sends) s WHERE s.value ->> 'key'
)
SELECT text, what, file, host, host <> '' AS named,
       -- A yes to one file for one host holds for that file and host.
       what || ' ' || file || ' ' || iif(host = '' OR what = 'key', :text, host) AS gone
FROM   sent
LIMIT  1
