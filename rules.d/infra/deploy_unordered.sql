-- Let the user deploy.
--
-- A deployment is what people see a moment later. Once the user has ordered one in this session, or it went out by the same command,
-- another one is no surprise. One that names production is publish's.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["releases"]
--- message  = "`{text}` deploys {what}. Ask your user whether that should go out."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:releases)
WHERE  value ->> 'of' = 'deployment' AND NOT value ->> 'production'
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('publish', 'deploy') OR verb = 'run' AND named)
  AND  NOT EXISTS (SELECT 1 FROM let_before)
  AND  NOT EXISTS (SELECT 1 FROM deploy_ordered)
