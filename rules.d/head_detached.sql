-- Look at another commit without taking the checkout there.
--
-- A subagent works in the checkout of those who have sent it. After `git checkout HEAD~1` of one that only wants to compare,
-- everybody's next commits are on no branch, and nobody is told. `git show REV:FILE` shows a file of another commit, and a
-- worktree has all of them. The rule is silent in a worktree and about a branch.

--- severity = "ask"
--- commands = ["git checkout", "git switch"]
--- message  = "This takes the checkout that the others work in off its branch, to {revision}. Use `git show {revision}:FILE`, or a worktree: git worktree add --detach ../NAME {revision}."

SELECT :operands ->> 0 AS revision
FROM   sessions s
WHERE  s.session = :session AND s.root = :root AND :actor <> '' AND json_array_length(:operands) = 1
  AND  coalesce(:flags ->> 'create', :flags ->> 'force-create', :flags ->> 'orphan') IS NULL
  AND  NOT instr(:text, ' -- ')
  AND  (:flags ->> 'detach' OR :operands ->> 0 GLOB '*[~^]*' OR :operands ->> 0 GLOB 'origin/*'
        OR length(:operands ->> 0) BETWEEN 7 AND 40 AND NOT :operands ->> 0 GLOB '*[^0-9a-f]*'
           AND :operands ->> 0 GLOB '*[0-9]*')
  AND  NOT EXISTS (SELECT 1 FROM own_project WHERE folder)
