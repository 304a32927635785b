-- Do not remove by force the worktree of somebody else.
--
-- git refuses to remove a worktree that has changes; with `--force` it deletes them and everything else in it.
-- A worktree that this session has added is its own, and so is that of one of its subagents.

--- severity = "ask"
--- deeds    = ["discards"]
--- message  = "`{text}` deletes a worktree with what is not committed in it, and this session has not added it. Leave out --force, or let your user decide."

SELECT :text AS text
FROM   json_each(:discards)
WHERE  value ->> 'how' = 'worktree' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
  AND  NOT EXISTS (SELECT 1 FROM own_refs r WHERE r.name IN (SELECT o.value FROM json_each(:operands) o
         WHERE o.key > 0))
  AND  NOT EXISTS (SELECT 1 FROM agents_worktrees)
