-- Do not open this machine to others.
--
-- A shell that another machine types into, a port of this machine that others reach, or a container that may do what the
-- host may, is out of everybody's control from then on. A tunnel that the user has ordered by its name is theirs.

--- severity = "ask"
--- deeds    = ["exposes"]
--- repeat   = "once"
--- message  = "`{text}` gives {what}. Leave that to your user, or name the one folder or port that is needed."

SELECT :text AS text, value ->> 'what' AS what FROM json_each(:exposes)
WHERE  NOT (value ->> 'of' = 'port' AND EXISTS (SELECT 1 FROM wanted WHERE verb = 'run' AND named))
