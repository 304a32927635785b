-- Look at both sides of a conflict before you take one.
--
-- `git checkout --ours` and `--theirs` throw away the other side's changes in the whole file, not only where the two
-- sides disagree. The rule is silent if the file was read or its difference shown shortly before, and about lock
-- files, which are made anew. `git show` shows one side only, so it does not count as a look.

--- severity = "warn"
--- commands = ["git checkout", "git restore"]
--- message  = "This takes one side of {files} as a whole, and throws away what the other side changed there. Look at the conflict with `git diff` first, and merge it by hand."

SELECT group_concat(w.value, ', ') AS files
FROM   json_each(:args) w
WHERE  EXISTS (SELECT 1 FROM json_each(:args) s WHERE s.value IN ('--ours', '--theirs'))
  AND  w.value NOT GLOB '-*' AND w.value NOT GLOB '*lock*' AND w.value NOT GLOB '*.sum'
  AND  NOT EXISTS (SELECT 1 FROM ended_commands c
                   WHERE  c.session = :session AND c.t > :t - 40 AND c.root = :root
                     AND  c.program = 'git diff' AND (c.args = '[]' OR instr(c.args, w.value)))
  AND  NOT EXISTS (SELECT 1 FROM touches r INDEXED BY touches_in_order
                   WHERE  r.session = :session AND r.t > :t - 40 AND r.t < :t AND r.kind = 'read' AND r.outcome = 'ok'
                     AND  (r.file = w.value OR r.file GLOB '*/' || w.value))
HAVING count(*) > 0
