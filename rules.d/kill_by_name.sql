-- End only what you started.
--
-- A process that is found by its name or port may be another session's, another agent's or the user's own. What this session
-- started in the background has an id. Ending all of them, or the machine, is for the user to decide. A pattern that names a file or folder of the project is precise enough, and so is
-- the name of a program that this session has started. A port is no reason to object if this session has started something in
-- the background, or with that port.

--- severity = "ask"
--- commands = ["pkill", "killall", "kill", "taskkill", "fuser", "Stop-Process", "shutdown", "reboot", "poweroff", "halt", "systemctl poweroff", "systemctl reboot", "systemctl halt"]
--- repeat   = "once"
--- message  = "This ends every process that {what}, also those that this session did not start. End the one that you started, by its id."

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The commands of the line that find what `kill` ends: kill $(lsof -ti :8000), pgrep -f vite | xargs kill.
finder AS (
  SELECT c.n, c.program, c.args FROM commands c
  WHERE  c.session = :session AND c.t = :t AND c.n < :n AND :program = 'kill' AND (:text GLOB 'xargs *' OR :text GLOB '*$(*' OR :text GLOB '*`*')
),
-- The pattern is the last word that is not a flag, for taskkill what follows /IM.
pattern (p) AS (
  SELECT w FROM word WHERE :program IN ('pkill', 'killall') AND w NOT GLOB '-*' AND w NOT IN ('TERM', 'KILL', 'INT', 'HUP', '9', '15')
  UNION ALL
  SELECT v.w FROM word f JOIN word v ON v.i = f.i + 1 WHERE :program = 'taskkill' AND lower(f.w) IN ('/im', '-im', '//im')
  UNION ALL
  SELECT v.w FROM word f JOIN word v ON v.i = f.i + 1 WHERE :program = 'Stop-Process' AND lower(f.w) = '-name'
  UNION ALL
  SELECT a.value FROM finder f, json_each(f.args) a
  WHERE  a.value NOT GLOB '-*' AND NOT EXISTS (SELECT 1 FROM json_each(f.args) WHERE value IN ('-v', '-P', '-u', '-U', '-g', '-t'))
    AND  (f.program IN ('pgrep', 'pidof') OR f.program = 'grep' AND EXISTS (SELECT 1 FROM finder WHERE program = 'ps' AND n < f.n))
),
-- lsof -ti :8000, -iTCP:8000; fuser -k 8000/tcp
port (p) AS (
  SELECT CAST(substr(a.value, instr(a.value, ':') + 1) AS INTEGER) FROM finder f, json_each(f.args) a WHERE f.program = 'lsof' AND a.value GLOB '*:[0-9]*'
  UNION ALL
  SELECT CAST(w AS INTEGER) FROM word WHERE :program = 'fuser' AND w GLOB '[0-9]*' AND EXISTS (SELECT 1 FROM word WHERE w GLOB '-*k*')
)
SELECT 'has `' || p || '` in its name' AS what, 'warn' AS severity
FROM  (SELECT iif(instr(p, '.*') > 1, substr(p, 1, instr(p, '.*') - 1), p) AS p FROM pattern ORDER BY length(p) DESC LIMIT 1) -- of an expression its begin
WHERE  p NOT GLOB '*/*' AND p NOT GLOB '*$*'
  -- A check whether there is one.
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w IN ('-0', '--help', '-l', '-u', '-U', '-P', '-g', '-t', '-s0'))
  -- The session has started such a program lately.
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND NOT c.inert AND c.program NOT GLOB 'git *' AND c.program NOT IN ('pkill', 'killall', 'pgrep', 'kill', 'ps', 'lsof', 'grep', 'sleep')
                     AND  c.t > :t - 1000 AND (c.t < :t OR c.n < :n)
                     AND  (instr(lower(c.text), lower(p)) OR EXISTS (SELECT 1 FROM json_each(c.args) a WHERE instr(lower(a.value), lower(p)))))
UNION ALL
SELECT 'runs on this machine', 'ask' WHERE replace(:program, 'systemctl ', '') IN ('shutdown', 'reboot', 'poweroff', 'halt') AND NOT EXISTS (SELECT 1 FROM word WHERE w IN ('-c', '-k', '-w', '--help', '--version', '--show'))
UNION ALL
SELECT 'you may end', 'ask' WHERE :program = 'kill' AND :args ->> '$[#-1]' = '-1' AND json_array_length(:args) > 1
UNION ALL
SELECT 'uses port ' || p, 'warn' FROM (SELECT max(p) AS p FROM port)
WHERE  p > 0
  -- The session has lately started something in the background, or something with this port, and the line did not fail.
  AND  NOT EXISTS (SELECT 1 FROM events e WHERE e.session = :session AND e.t > :t - 1000 AND e.moment = 'after' AND e.source <> '' AND e.tool = 'run')
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t > :t - 1000 AND (c.t < :t OR c.n < :n) AND NOT c.inert
                     AND  NOT EXISTS (SELECT 1 FROM events d WHERE d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome = 'failed')
                     AND  (c.background OR instr(c.text, p) AND c.program NOT IN ('lsof', 'kill', 'fuser', 'curl', 'wget', 'nc', 'ss', 'netstat', 'python', 'python3', 'node')))
