-- Commit as the user.
--
-- The author of a commit is public and stays in the history, and a forge or a pipeline knows him by his address: one that it does
-- not know it may refuse. A session that sets an address of its own choosing for the user's project signs for somebody. Not meant
-- are a repository of the session's own, what the user has named, and an address that the line takes from somewhere.

--- severity = "warn"
--- commands = ["git config"]
--- repeat   = "once"
--- message  = "`{text}` chooses the author of the commits of this project. Ask your user under which name to commit, and put back what was set."

SELECT :text AS text, :root AS subject
WHERE  coalesce(:operands ->> 0 IN ('set'), 0) + 2 = json_array_length(:operands)
  AND  lower(:operands ->> (json_array_length(:operands) - 2)) = 'user.email'
  AND  :operands ->> (json_array_length(:operands) - 1) NOT GLOB '*$*'
  AND  NOT coalesce(:flags ->> 'get', :flags ->> 'unset', :flags ->> 'global', :flags ->> 'system', 0)
  AND  :dir <> '?' AND :root <> '' AND NOT EXISTS (SELECT 1 FROM own_project)
  AND  NOT EXISTS (SELECT 1 FROM mentioned UNION ALL SELECT 1 FROM wanted WHERE verb = 'run' AND named)
