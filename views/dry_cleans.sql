-- The lines of this session that have shown what git clean would delete, before this one.

SELECT c.t
FROM   ended_commands c
WHERE  c.session = :session AND c.t > :t - 100 AND c.program = 'git clean' AND c.root = :root
  AND  EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--dry-run' OR value GLOB '-[a-zA-Z]*'
         AND instr(value, 'n'))
