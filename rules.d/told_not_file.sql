-- Leave a file alone that your user, or the instructions of the project, have named as one to leave alone.
--
-- The user has said "don't touch src/api.ts", "don't delete report.md" or "leave legacy alone", with no condition and
-- no exception, and has since neither named it nor agreed to anything. Or CLAUDE.md, AGENTS.md or GEMINI.md say so of
-- a path. Somebody else may be working on the file, or it has to stay as it is. A folder stands for everything in it.
--
-- A bare word ("legacy") holds until the next prompt only, because that prompt may speak of it in a way that witness
-- does not recognise.

--- severity = "ask"
--- tools    = ["edit", "write", "delete"]
--- repeat   = "once"
--- message  = "{who} not to {verb} {file}. Leave it as it is, or ask."
---
--- says.who.spare  = "The instructions of this project say"
--- says.who.change = "Your user has said"
--- says.who.leave  = "Your user has said"
--- says.who.delete = "Your user has said"

SELECT n.verb AS who, iif(n.verb = 'delete', 'delete', 'change') AS verb, :file AS file, :path AS subject
FROM   json_each(:called) o
CROSS  JOIN json_each(o.value) h
CROSS  JOIN words n INDEXED BY words_of_object ON n.session = :session AND n.object = h.value AND n.object <> ''
WHERE  n.kind = 'forbidden'
  AND (n.verb IN ('change', 'spare') OR n.verb = 'delete' AND :kind = 'delete'
       OR n.verb = 'leave' AND n.t = (SELECT began FROM turn))
  AND  NOT EXISTS (SELECT 1 FROM mentioned y WHERE y.t > n.t)
  AND  NOT EXISTS (SELECT 1 FROM words y WHERE y.session = n.session AND y.t > n.t AND n.verb <> 'spare'
                     AND  y.kind IN ('agreement', 'choice'))
LIMIT  1
