-- Commands that the user refused again and again, each with a rule that asks before them.
--
-- A command that the user mostly allows is not asked about: of its calls at least `share` per cent were refused. If that is so only with
-- one first word (gh pr comment), the rule is about that.

--- title    = "Suggested because a command was refused"
--- suggests = true
---
--- options.threshold = 2    # refusals of one command
--- options.share     = 10   # per cent of its calls that were refused

WITH refusals AS (
  SELECT DISTINCT c.program, iif(c.args ->> '$[0]' NOT GLOB '*[^a-z:-]*' AND c.args ->> '$[0]' NOT GLOB '-*', c.args ->> '$[0]', '') AS word, e.session, e.t
  FROM   events e
  JOIN   commands c ON c.session = e.session AND c.t = e.t
  WHERE  e.outcome = 'denied' AND e.reason = 'refused by the user' AND NOT c.inert
    AND  c.program <> '' AND c.program NOT GLOB '*[^a-zA-Z0-9 ._:/+-]*'
),
often (program, word, times, sessions, calls) AS (
  SELECT program, '', count(DISTINCT session || ' ' || t), count(DISTINCT session),
         (SELECT count(DISTINCT a.session || ' ' || a.t) FROM commands a WHERE a.program = r.program)
  FROM   refusals r
  GROUP  BY program
  UNION  ALL
  SELECT program, word, count(DISTINCT session || ' ' || t), count(DISTINCT session),
         (SELECT count(DISTINCT a.session || ' ' || a.t) FROM commands a WHERE a.program = r.program AND a.args ->> '$[0]' = r.word)
  FROM   refusals r
  WHERE  word <> ''
  GROUP  BY program, word
),
refused AS (
  SELECT program, word, times, sessions, calls, trim(program || ' ' || word) AS command
  FROM   often o
  WHERE  times >= :threshold AND times * 100 >= calls * :share
    AND  NOT (word <> '' AND EXISTS (SELECT 1 FROM often p WHERE p.program = o.program AND p.word = '' AND p.times >= :threshold AND p.times * 100 >= p.calls * :share))
)
SELECT 'ask_' || command AS name,
       'the user refused ' || times || ' of ' || calls || ' calls of `' || command || '`, in ' || sessions || iif(sessions = 1, ' session', ' sessions') AS why,
       replace(replace(replace(replace(
'-- Ask before you run @command.
|--
|-- The user refused it @times times in past sessions. `witness suggest` proposed this rule.
|
|--- severity = "ask"
|--- commands = ["@program"]
|--- message  = "The user has refused `{command}` @times times in this project. Let them decide."
|
|SELECT ''@command'' AS command@where
|', '@where', iif(word = '', '', ' WHERE :args ->> ''$[0]'' = ''' || word || '''')), '@times', times), '@program', program), '@command', command) AS rule,
       replace(
'# What was refused is asked about.
|will run ''@command x''
|stdout ''^ask {name}: ''
|
|# Anything else is not.
|will run ''true''
|! stdout {name}
|', '@command', command) AS test
FROM   refused
ORDER  BY times DESC, command
