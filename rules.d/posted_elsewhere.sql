-- Post where the project is.
--
-- An issue or a comment in somebody else's repository is read by everybody at once, and tells of a project that may be
-- private. A repository is somebody else's if neither its owner nor its name is that of origin or upstream. The rule
-- is silent about forks, their parents, other repositories of the same owner, and repositories that the user has
-- named.

--- severity = "ask"
--- commands = ["gh issue", "gh pr", "glab issue", "glab mr"]
--- repeat   = "once"
--- per      = "address"
--- message  = "`{text}` posts in {address}, which is not a repository of this project. Ask your user whether it should go there, or leave the option out."

WITH posted (address) AS (
  SELECT lower(:flags ->> 'repo')
  WHERE  :operands ->> 0 IN ('create', 'new', 'comment', 'note', 'edit', 'update', 'review', 'close', 'reopen')
)
SELECT :text AS text, address
FROM   posted
WHERE  address GLOB '*/*' AND address NOT GLOB '*$*' AND :remotes <> '[]'
  AND  NOT EXISTS (SELECT 1 FROM json_each(:remotes) r
                   WHERE  instr('/' || address || '/', '/' || substr(r.value, 1, instr(r.value, '/')))
                      OR  instr('/' || address || '/', substr(r.value, instr(r.value, '/')) || '/'))
  AND  NOT EXISTS (SELECT 1 FROM mentioned)
