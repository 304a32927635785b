-- Do not use a program that your user has excluded.
--
-- The user has said "never touch git", "don't use npm" or "no ssh", with no condition and no exception, and has since
-- not asked for what this command does. They use that program themselves, or want another way. The rule is silent
-- about commands that only show something. A yes to the question holds for the program until the next prompt.

--- severity = "ask"
--- tools    = ["run"]
--- repeat   = "once"
--- per      = "said"
--- message  = "Your user has said not to use {program}. Leave that to them, find another way, or ask."

SELECT n.program, n.program || ' ' || (SELECT began FROM turn) AS said
FROM  (SELECT substr(:program || ' ', 1, instr(:program || ' ', ' ') - 1) AS program) n
JOIN   words w ON w.session = :session AND w.verb = 'use ' || n.program AND w.kind = 'forbidden'
WHERE  NOT :inert
  AND  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = w.session AND y.t > w.t AND y.kind IN ('agreement', 'choice'))
  AND  NOT EXISTS (SELECT 1 FROM asked_for)
LIMIT  1
