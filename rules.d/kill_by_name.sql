-- End only what you started.
--
-- A process that is found by its name or port may be another session's, another agent's or the user's own. What this session
-- started in the background has an id. A pattern that names a file or folder of the project is precise enough, and so is
-- the name of a program that this session has started.

--- severity = "warn"
--- commands = ["pkill", "killall", "kill", "taskkill", "fuser", "Stop-Process"]
--- repeat   = "once"
--- message  = "This ends every process that {what}, also those that this session did not start. End the one that you started, by its id."

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The pattern is the last word that is not a flag, for taskkill what follows /IM.
pattern (p) AS (
  SELECT w FROM word WHERE :program IN ('pkill', 'killall') AND w NOT GLOB '-*' AND w NOT IN ('TERM', 'KILL', 'INT', 'HUP', '9', '15')
  UNION ALL
  SELECT v.w FROM word f JOIN word v ON v.i = f.i + 1 WHERE :program = 'taskkill' AND lower(f.w) IN ('/im', '-im', '//im')
  UNION ALL
  SELECT v.w FROM word f JOIN word v ON v.i = f.i + 1 WHERE :program = 'Stop-Process' AND lower(f.w) = '-name'
)
SELECT 'has `' || p || '` in its name' AS what
FROM  (SELECT p FROM pattern ORDER BY length(p) DESC LIMIT 1)
WHERE  p NOT GLOB '*/*' AND p NOT GLOB '*$*'
  -- A check whether there is one.
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w IN ('-0', '--help', '-l', '-u', '-U', '-P', '-g', '-t', '-s0'))
  -- The session has started such a program lately.
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND NOT c.inert AND c.program NOT GLOB 'git *' AND c.program NOT IN ('pkill', 'killall', 'pgrep', 'kill', 'ps', 'lsof', 'grep', 'sleep')
                     AND  c.t > :t - 1000 AND (c.t < :t OR c.n < :n)
                     AND  (instr(lower(c.text), lower(p)) OR EXISTS (SELECT 1 FROM json_each(c.args) a WHERE instr(lower(a.value), lower(p)))))
UNION ALL
SELECT 'you may end' WHERE :program = 'kill' AND :args ->> '$[#-1]' = '-1' AND json_array_length(:args) > 1
