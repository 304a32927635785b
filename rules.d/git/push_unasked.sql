-- Push when your user wants it.
--
-- Who asks for a commit may want to look at it first, and what is pushed others have. Not meant is a user who has asked for a
-- push, a pull request, a merge or a release as well, at any time in the session if it was a standing order.

--- severity = "warn"
--- pack     = "git"
--- deeds    = ["pushes"]
--- repeat   = "once"
--- message  = "Your user has asked for a commit, and not for a push. Leave it to them, or ask."

SELECT 1 AS pushed
WHERE  EXISTS (SELECT 1 FROM json_each(:pushes) WHERE value ->> 'does' = 'updates')
  AND  EXISTS (SELECT 1 FROM wanted WHERE verb = 'commit' AND kind = 'order')
  AND  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb IN ('push', 'force push', 'pull request', 'merge', 'publish', 'deploy')
                      OR  verb = 'run' AND named)
