-- Leave the tree alone in which somebody else is working.
--
-- `git stash` takes the changes of all sessions and agents in a checkout away, and another branch puts their next commit where
-- it does not belong. A worktree of one's own disturbs nobody.

--- severity = "ask"
--- commands = ["git stash", "git checkout", "git switch"]
--- message  = "This {does} {many}, which another {who} is changing. Use a worktree of your own: git worktree add ../NAME."
---
--- says.does.stash  = "puts away"
--- says.does.switch = "takes to another branch"
--- says.many.0      = "{files}"
--- says.many.1      = "{n} files, among them {file}"
--- says.who.agent   = "agent of this session"

WITH moves (does, severity) AS (
  SELECT 'stash', 'ask'
  WHERE  :program = 'git stash' AND coalesce(:operands ->> 0, 'push') IN ('push', 'save')
         AND json_array_length(:operands) < 2
  UNION  ALL
  SELECT 'switch', 'warn'
  WHERE  :program <> 'git stash'
    AND  (:flags ->> 'create' IS NOT NULL OR :flags ->> 'orphan' IS NOT NULL
          OR json_array_length(:operands) = 1 AND :operands ->> 0 NOT GLOB '*.*' AND NOT instr(:text, ' -- '))
)
SELECT does, severity, count(*) > 3 AS many, count(*) AS n, min(file) AS file, group_concat(file, ', ') AS files,
       iif(max(foreign_changes.session <> :session), 'session', 'agent') AS who
FROM   moves CROSS JOIN foreign_changes
HAVING count(*) > 0
