-- Files whose edits were taken back again and again, each with a rule that says so before the next edit.

--- title    = "Suggested because edits were taken back"
--- suggests = true
---
--- options.threshold = 3   # times that a file was restored after an edit

WITH restored AS (
  SELECT r.file, count(*) AS times, count(DISTINCT r.session) AS sessions
  FROM   touches r
  WHERE  r.manner IN ('restore', 'undo') AND r.outcome = 'ok' AND r.root = :root AND r.class IN ('code', 'test', 'settings')
    AND  r.file <> '' AND r.file NOT GLOB '*[^a-zA-Z0-9 ._/+-]*'
    AND  EXISTS (SELECT 1 FROM touches e
                 WHERE  e.session = r.session AND e.path = r.path AND e.t < r.t AND e.kind IN ('edit', 'write') AND e.outcome = 'ok')
  GROUP  BY r.file
  HAVING times >= :threshold
)
SELECT 'restored_' || file AS name,
       'edits of ' || file || ' were taken back ' || times || ' times in ' || sessions || iif(sessions = 1, ' session', ' sessions') AS why,
       replace(replace(
'-- Do not try again what was taken back.
|--
|-- Edits of @file were taken back @times times in past sessions. `witness suggest` proposed this rule.
|
|--- severity = "warn"
|--- tools    = ["edit", "write"]
|--- paths    = ["@file"]
|--- repeat   = "once"
|--- message  = "Edits of {file} were taken back @times times in past sessions. Say first what is different this time, or leave it as it is."
|
|SELECT :file AS file
|WHERE  :file = ''@file''
|', '@times', times), '@file', file) AS rule,
       replace(
'# The first edit is warned about, and the next ones are not.
|will edit ''@file''
|stdout ''^warn {name}: ''
|did edit ''@file''
|will edit ''@file''
|! stdout {name}
|
|# Nor is an edit of another file.
|will -session other edit ''another/@file''
|! stdout {name}
|', '@file', file) AS test
FROM   restored
ORDER  BY times DESC, file
