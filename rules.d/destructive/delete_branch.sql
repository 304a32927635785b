-- Let others keep their branches.
--
-- `git branch -D` deletes a branch although no other may have its commits, and a branch or tag of the remote is gone
-- for everybody. What this session has made or pushed may go.

--- severity = "ask"
--- pack     = "destructive"
--- deeds    = ["discards", "pushes"]
--- commands = ["git branch", "git update-ref"]
--- message  = "`{text}` {does}. Leave it out, or let the user decide."
---
--- says.does.delete = "deletes a branch with commits that may be nowhere else"
--- says.does.rename = "deletes a branch, whose name another one takes"
--- says.does.move   = "moves a branch back"
--- says.does.push   = "deletes a branch or tag of the remote that this session has not made"
---
--- options.common = ["main", "master", "trunk", "develop"]   # branches that are everybody's, which delete_history asks about

WITH gone (name, does) AS (
  SELECT value ->> 'path', 'delete'
  FROM   json_each(:discards) WHERE value ->> 'how' = 'branch'
  UNION  ALL
  SELECT :operands ->> 1, 'rename'
  WHERE  :program = 'git branch' AND (:flags ->> 'move' OR :flags ->> 'copy') AND :flags ->> 'force'
  UNION  ALL
  SELECT :operands ->> 0, 'move'
  WHERE  :program = 'git update-ref' AND :operands ->> 0 GLOB 'refs/heads/*' AND :operands ->> 1 GLOB '*[~^]*'
  UNION  ALL
  SELECT name, 'push'
  FROM   pushed_branches WHERE does = 'deletes' AND name NOT IN (SELECT value FROM json_each(:common))
)
SELECT :text AS text, does
FROM   gone
WHERE  name IS NOT NULL AND name NOT IN (SELECT name FROM own_refs) AND NOT EXISTS (SELECT 1 FROM own_project)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
LIMIT  1
