-- Do not edit what another session is editing.
--
-- Another session of this machine has changed the file within the last hour, has not committed it and has not ended. Two
-- agents that edit one file overwrite each other's work, or commit it half done.

--- severity = "warn"
--- pack     = "sessions"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "Another session ({agent}) changed {file} {minutes} ago and has not committed it. Leave the file to it, or let your user decide who goes on."
---
--- options.minutes = 60   # how long ago a change counts

SELECT :file AS file, s.agent AS agent, :path || ' ' || e.session AS subject,
       iif(:now - e.at < 120000, 'a minute', (:now - e.at) / 60000 || ' minutes') AS minutes
FROM   editors e
JOIN   sessions s ON s.session = e.session
WHERE  e.path = :path AND e.session <> :session AND e.actor <> '*' AND s.ended IS NULL
  AND  e.at > :now - :minutes * 60000 AND :kind IN ('edit', 'write')
  AND  NOT EXISTS (SELECT 1 FROM commands c INDEXED BY commands_of_commits WHERE c.session = e.session AND c.commits = 1 AND c.t > e.t)
ORDER  BY e.at DESC
LIMIT  1
