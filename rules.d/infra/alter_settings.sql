-- Let the user change what holds for all projects.
--
-- Settings of the account, of the machine or of a tool for all projects outlive the task, and nobody looks for the
-- cause of a trouble in a session of last week. Settings of the project itself are left alone.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["alters"]
--- message  = "`{text}` changes {what}. Set it for this project alone, or ask your user."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:alters)
WHERE  value ->> 'of' = 'settings' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'run' AND named)
  AND  NOT EXISTS (SELECT 1 FROM let_before)
