-- Let your user merge.
--
-- What is merged others build on, and where a merge releases it is live. A user who has asked for work, a commit or a pull
-- request wants to look at it first. Not meant is one who has asked for a merge or a release at any time in this session, or has
-- agreed to it when it was offered.

--- severity = "ask"
--- pack     = "git"
--- deeds    = ["pushes"]
--- repeat   = "once"
--- message  = "Your user has not asked for a merge. Leave it to them, or ask."

SELECT 'merge' AS subject
WHERE  EXISTS (SELECT 1 FROM json_each(:pushes) WHERE value ->> 'does' = 'merges')
  AND  EXISTS (SELECT 1 FROM sessions WHERE session = :session AND prompted > 0)
  AND  NOT EXISTS (SELECT 1 FROM words
                   WHERE  session = :session AND kind IN ('order', 'standing', 'permission')
                     AND  verb IN ('merge', 'pass review', 'publish', 'deploy', 'push main'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'merge' OR verb = 'run' AND named)
