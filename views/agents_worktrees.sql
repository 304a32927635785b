-- The worktrees of this command that clients made for the subagents of this session: they name them after the agent (Claude Code:
-- .claude/worktrees/agent-ID). In a loop over several the line has the names, and the command a variable; they count only if
-- each name in the line is one of them.

SELECT o.value AS path
FROM   json_each(:operands) o
WHERE  o.value GLOB '*worktree*/*'
  AND  EXISTS (SELECT 1 FROM events e
               WHERE  e.session = :session AND e.t > :t - 500 AND e.actor <> '' AND o.value GLOB '*[/-]' || e.actor)
UNION  ALL
SELECT group_concat(own.name, ' ')
FROM  (SELECT DISTINCT 'agent-' || e.actor AS name
       FROM   events e
       WHERE  e.session = :session AND e.t > :t - 500 AND e.actor <> '' AND instr(:command, 'agent-' || e.actor)) own
WHERE  :text GLOB '*worktrees/$*'
HAVING sum((length(:command) - length(replace(:command, own.name, ''))) / length(own.name))
       = (length(:command) - length(replace(:command, 'agent-', ''))) / length('agent-')
