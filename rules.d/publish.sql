-- Let the user publish.
--
-- A version that is published can be installed by everyone at once, and most registries never take it back. A package
-- that is given to another owner is in the hands of that owner. A tag that is pushed is a release to those who build
-- or install from tags, and one that was fetched cannot be taken back; a branch that is named production is live in a
-- minute. Both may go with a push that the user wants.
--
-- A deployment is asked about if the line names production, and then once in a session: another deployment takes its
-- place a minute later. `deploy_unordered` asks about any deployment.

--- severity = "ask"
--- deeds    = ["releases"]
--- message  = "`{text}` {does} {what}. Ask your user whether that should go out, or try it with a dry run."
---
--- says.does.deployment = "deploys"
--- says.does.withdrawal = "withdraws"
--- says.does.owner      = "changes"
--- says.does.release    = "publishes"

SELECT :text AS text, value ->> 'what' AS what,
       iif(value ->> 'of' IN ('deployment', 'withdrawal', 'owner'), value ->> 'of', 'release') AS does
FROM   json_each(:releases)
WHERE  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('publish', 'publish package', 'deploy') OR verb = 'run' AND named
                   OR value ->> 'of' IN ('tag', 'branch') AND verb IN ('push', 'force push'))
  AND  (value ->> 'of' <> 'deployment'
        OR value ->> 'production' AND NOT EXISTS (SELECT 1 FROM let_before))
