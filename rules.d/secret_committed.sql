-- Do not commit a secret.
--
-- What is once in the history stays there for everyone who has the repository, even after it is deleted. A file holds
-- credentials if its name says so, or, for files that the command takes without naming them, if something in it looks
-- like a real key. `git add -A` takes what git neither knows nor ignores; in a recording that is what git status has
-- listed as untracked, unless .gitignore has been changed since.

--- severity = "ask"
--- commands = ["git add", "git commit"]
--- message  = "`{text}` adds {name}, which {may} credentials, to the history. Leave it out and list it in .gitignore; the names alone belong into {name}.example."
---
--- says.may.0 = "holds"
--- says.may.1 = "may hold"
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
SELECT :text AS text, a.file AS name, coalesce(a.may, 0) AS may, iif(a.may, 'warn', 'ask') AS severity
FROM  (SELECT a.file, g.value IS NOT NULL AS known,
              g.value ->> 'may' AND a.file NOT IN (SELECT value FROM json_each(:keyed)) AS may
       FROM   added a
       LEFT   JOIN json_each(:credentials) g ON g.value ->> 'git' AND '/' || a.file GLOB '*/' || (g.value ->> 'glob')) a
WHERE  :flags ->> 'dry-run' IS NULL AND :flags ->> 'n' IS NULL AND :flags ->> 'intent-to-add' IS NULL
  AND  (a.known OR a.file IN (SELECT file FROM copied UNION ALL SELECT value FROM json_each(:keyed)))
  AND  (a.file IN (SELECT file FROM copied) -- its name does not make an example of a copy
        OR NOT EXISTS (SELECT 1 FROM json_each(:leaves) l WHERE a.file GLOB l.value))
ORDER  BY severity
LIMIT  1
