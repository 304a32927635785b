-- Run it where its files are.
--
-- An earlier `cd` has left the agent in a folder of the project, and the command names a file as from the project's root. The same
-- command fails there again and again. A line with a `cd` of its own, or one that stopped at an earlier command, tells nothing of this.

--- severity = "warn"
--- when     = ["failed"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "`{file}` is a path from the root of the project, and an earlier `cd` has left you in `{folder}`. Go back first: `cd {root}`."

SELECT w.value AS file, :root AS root, :dir AS folder, :cwd AS subject
FROM   json_each(:operands) w
WHERE  :dir <> '' AND :cwd = :root || '/' || :dir AND :gates = '[]'
  AND  w.value NOT GLOB '/*' AND instr(w.value, '/') > 1
  AND  EXISTS (SELECT 1 FROM touches k
               WHERE k.session = :session AND k.path = :root || '/' || w.value AND k.outcome = 'ok')
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE k.session = :session AND k.path = :cwd || '/' || w.value AND k.outcome = 'ok')
LIMIT  1
