-- Do not open this machine to others.
--
-- A shell that another machine types into, a port of this machine that others reach, or a container that may do what the
-- host may, is out of everybody's control from then on. A tunnel that the user has ordered by its name is theirs.
--
-- One port that goes to one machine is one door, whatever name it gets there and whatever else the line sets: a user who
-- has let it through is not asked again.

--- severity = "ask"
--- deeds    = ["exposes"]
--- repeat   = "once"
--- per      = "door"
--- message  = "`{text}` gives {what}. Leave that to your user, or name the one folder or port that is needed."

SELECT :text AS text, value ->> 'what' AS what,
       -- The machine, and the port at the end of NAME:PORT:HOST:PORT.
       coalesce((SELECT e.value ->> 'name' || ' ' || substr(a.value, length(rtrim(a.value, '0123456789')) + 1)
                 FROM   json_each(:args) a
                 WHERE  :program IN ('ssh', 'autossh') AND a.value GLOB '*:*:*[0-9]' LIMIT 1), :text) AS door
FROM   json_each(:exposes) e
WHERE  NOT (value ->> 'of' = 'port' AND EXISTS (SELECT 1 FROM wanted WHERE verb = 'run' AND named))
