-- Commit as the user.
--
-- The author of a commit is public and stays in the history, and a forge finds the account by the address: it may refuse one that
-- it does not know. A session that sets an address of its own choosing for the user's project commits in a name that nobody gave
-- it. The rule is silent in a repository of the session's own, about an address that the user has named, and about a variable.

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
