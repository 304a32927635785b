-- Commands that the user refused again and again, each with a rule that asks before them.

--- title    = "Suggested because a command was refused"
--- suggests = true
---
--- options.threshold = 2   # refusals of one command

WITH refused AS (
  SELECT c.program, count(DISTINCT e.session || ' ' || e.t) AS times, count(DISTINCT e.session) AS sessions
  FROM   events e
  JOIN   commands c ON c.session = e.session AND c.t = e.t
  WHERE  e.outcome = 'denied' AND e.reason = 'refused by the user' AND NOT c.inert
    AND  c.program <> '' AND c.program NOT GLOB '*[^a-zA-Z0-9 ._:/+-]*'
  GROUP  BY c.program
  HAVING times >= :threshold
)
SELECT 'ask_' || program AS name,
       'the user refused `' || program || '` ' || times || ' times in ' || sessions || iif(sessions = 1, ' session', ' sessions') AS why,
       replace(replace(
'-- Ask before you run @program.
|--
|-- The user refused it @times times in past sessions. `witness suggest` proposed this rule.
|
|--- severity = "ask"
|--- commands = ["@program"]
|--- message  = "The user has refused `{program}` @times times in this project. Let them decide."
|
|SELECT :program AS program
|', '@times', times), '@program', program) AS rule,
       replace(
'# What was refused is asked about.
|will run ''@program x''
|stdout ''^ask {name}: ''
|
|# Anything else is not.
|will run ''true''
|! stdout {name}
|', '@program', program) AS test
FROM   refused
ORDER  BY times DESC, program
