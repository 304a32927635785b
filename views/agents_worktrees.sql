-- The worktrees among the operands of this command that clients made for the subagents of this session: they name them after
-- the agent (Claude Code: .claude/worktrees/agent-ID).

SELECT o.value AS path
FROM   json_each(:operands) o
WHERE  o.value GLOB '*worktree*/*'
  AND  EXISTS (SELECT 1 FROM events e
               WHERE  e.session = :session AND e.t > :t - 500 AND e.actor <> '' AND o.value GLOB '*[/-]' || e.actor)
