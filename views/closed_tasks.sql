-- The tasks of an issue tracker that this session has closed since the user's last prompt: the latest
-- such command of each project.

SELECT c.root, max(c.t) AS t
FROM   turn
CROSS  JOIN own_commands c ON c.t > turn.began
WHERE  c.outcome = 'ok'
  AND  (c.program IN ('bd', 'beads', 'gh issue', 'glab', 'jira', 'linear', 'acli', 'tea') OR c.program GLOB 'bd *')
  AND  EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('close', 'done', 'closed'))
GROUP  BY c.root
