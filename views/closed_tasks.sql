-- The tasks of an issue tracker that this session has closed since the user's last prompt: the latest
-- such command of each project.

SELECT c.root, max(c.t) AS t
FROM   turn
CROSS  JOIN own_commands c ON c.t > turn.began
WHERE  c.outcome = 'ok'
  AND  c.program IN ('bd', 'beads', 'gh issue', 'glab issue', 'jira', 'linear', 'acli', 'tea')
  AND  EXISTS (SELECT 1 FROM json_each(c.args) w WHERE lower(w.value) IN ('close', 'closed', 'done'))
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('list', 'ls', 'search', 'view', 'show'))
GROUP  BY c.root
