-- Write a new migration instead of changing one that has run.
--
-- A database remembers which migrations it has run, by their names, and many tools also what was in them. One that is edited
-- afterwards runs nowhere again, or is refused together with all later ones. The rule takes a migration for one that has run if it
-- was there before this session, or if the session has run migrations since it made it and has not rolled them back.

--- severity = "warn"
--- pack     = "review"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "{file} is a migration that {run}. Add a new migration, or tell your user why this one has to change."
---
--- options.migrations = ["*/migrations/*[0-9][0-9][0-9]*", "*/migrate/*[0-9][0-9][0-9]*", "*/versions/*_*.py", "*/migration/*V[0-9]*__*", "*/changelog*/*[0-9]*"]   # globs of the files
---
--- says.run.before = "was there before this session and may have run elsewhere"
--- says.run.here   = "has run since you made it"

WITH known (made) AS (SELECT max(made_file.t) FROM made_file WHERE made_file.t > :t - 1000),
ran (t) AS (
  SELECT max(c.t) FROM known, own_commands c
  WHERE  c.t > :t - 1000 AND c.t > known.made AND c.outcome = 'ok' AND c.text GLOB '*migrat*'
    AND  NOT EXISTS (SELECT 1 FROM json_each('["rollback", "undo", "down", "reset", "fresh", "revert", "make"]') w
                     WHERE  instr(lower(c.text), w.value))
)
SELECT :file AS file, iif(made IS NULL, 'before', 'here') AS run, :path AS subject
FROM   known, ran
WHERE  EXISTS (SELECT 1 FROM json_each(:migrations) m WHERE '/' || :file GLOB m.value)
  AND  ltrim(:ext, '.') IN ('sql', 'py', 'rb', 'php', 'js', 'ts', 'cs', 'java', 'xml', 'go', 'ex', 'exs')
  AND  (made IS NULL AND :on_disk
        OR ran.t IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM own_commands b
                           CROSS  JOIN json_each('["rollback", "undo", "down", "reset", "revert"]') w
                           WHERE  b.t > :t - 1000 AND b.t > ran.t AND instr(lower(b.text), w.value)))
  AND  NOT EXISTS (SELECT 1 FROM mentioned)
