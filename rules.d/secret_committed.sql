-- Do not commit a secret.
--
-- What is once in the history stays there for everyone who has the repository, even after it is deleted. A file holds
-- credentials if its name says so, or, for files that the command takes without naming them, if something in it looks
-- like a real key. `git add -A` takes what git neither knows nor ignores; in a recording that is what git status has
-- listed as untracked, unless .gitignore has been changed since.

--- severity = "ask"
--- commands = ["git add", "git commit"]
--- message  = "`{text}` adds {name}, which holds credentials, to the history. Leave it out and list it in .gitignore; the names alone belong into {name}.example."
---
--- options.leaves = ["*test*", "*fixture*", "*example*", "*sample*", "*template*"]   # globs of the paths of what is none

WITH copied (file) AS MATERIALIZED (SELECT secret_copies.file FROM secret_copies),
added (file) AS (
  SELECT rtrim(value, '/') FROM json_each(:operands)
  UNION  ALL -- what an earlier `git add -A` has taken in
  SELECT value ->> 'file' FROM json_each(:staged) WHERE :program = 'git commit' AND value ->> 'does' = 'adds'
  UNION  ALL -- what git add of a folder, or of everything, takes in unnamed
  SELECT value FROM json_each(:takes) WHERE NOT instr(:command, '.gitignore')
  UNION  ALL
  SELECT l.file
  FROM   listed_changes l
  WHERE  :program = 'git add' AND l.state = 'untracked' AND NOT instr(:command, '.gitignore')
    AND  NOT EXISTS (SELECT 1 FROM own_edits o WHERE o.t > l.t AND o.path GLOB '*/.gitignore')
    AND  EXISTS (SELECT prefix FROM taken_folders WHERE substr(l.file, 1, length(prefix)) = prefix
                 UNION ALL SELECT 1 FROM json_each(:operands) w WHERE instr(l.file, rtrim(w.value, '/') || '/') = 1)
)
SELECT :text AS text, file AS name
FROM   added
WHERE  :flags ->> 'dry-run' IS NULL AND :flags ->> 'n' IS NULL AND :flags ->> 'intent-to-add' IS NULL
  AND  (EXISTS (SELECT 1 FROM json_each(:credentials) g
                WHERE  g.value ->> 'git' AND '/' || file GLOB '*/' || (g.value ->> 'glob'))
        OR added.file IN (SELECT file FROM copied UNION ALL SELECT value FROM json_each(:keyed)))
  AND  NOT EXISTS (SELECT 1 FROM json_each(:leaves) g WHERE file GLOB g.value)
LIMIT  1
