-- Leave the tree alone in which somebody else is working.
--
-- `git stash` takes the changes of all sessions and agents in a checkout away, and another branch puts their next commit where
-- it does not belong. A worktree of one's own disturbs nobody.

--- severity = "ask"
--- commands = ["git stash", "git checkout", "git switch"]
--- message  = "This {does} {files}, which another {who} is changing. Use a worktree of your own: git worktree add ../NAME."

WITH moves (does, severity) AS (
  SELECT 'puts away', 'ask'
  WHERE  :program = 'git stash' AND coalesce(:operands ->> 0, 'push') IN ('push', 'save')
         AND json_array_length(:operands) < 2
  UNION  ALL
  SELECT 'takes to another branch', 'warn'
  WHERE  :program <> 'git stash'
    AND  (:flags ->> 'create' IS NOT NULL OR :flags ->> 'orphan' IS NOT NULL
          OR json_array_length(:operands) = 1 AND :operands ->> 0 NOT GLOB '*.*' AND NOT instr(:text, ' -- '))
)
SELECT does, severity, iif(count(*) > 3, count(*) || ' files, among them ' || min(file), group_concat(file, ', '))
       AS files,
       iif(max(foreign_changes.session <> :session), 'session', 'agent of this session') AS who
FROM   moves CROSS JOIN foreign_changes
HAVING count(*) > 0
