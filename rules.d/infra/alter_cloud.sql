-- Let the user change what is paid for or in use.
--
-- A resource of a cloud costs money from the moment at which it is there, and a service that is stopped or changed is
-- one that people use. What the user wants to have started or deployed is left alone.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["alters"]
--- message  = "`{text}` changes {what}. Ask your user whether they want that."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:alters)
WHERE  value ->> 'of' IN ('cloud', 'service', 'database')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('deploy', 'restart') OR verb = 'run' AND named)
  AND  NOT EXISTS (SELECT 1 FROM let_before)
