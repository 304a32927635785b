-- Files after whose edits the same test failed again and again, each with a rule that wants a run before a commit.

--- title    = "Suggested because a failure came back"
--- suggests = true
---
--- options.threshold = 2   # times that a test failed which had passed before the edit

WITH history AS (
  SELECT p.session, p.t, p.test, p.outcome, r.root, lag(p.outcome) OVER run AS before, lag(p.t) OVER run AS since
  FROM   outcomes p
  JOIN   runs r ON r.session = p.session AND r.t = p.t AND r.n = p.n
  WHERE  r.root = :root AND r.kind = 'test' AND p.outcome IN ('pass', 'fail')
  WINDOW run AS (PARTITION BY p.session, r.tool, p.suite, p.test ORDER BY p.t, p.n)
),
broken AS (
  SELECT o.session, o.test,
         (SELECT e.file FROM touches e
          WHERE  e.session = o.session AND e.t > o.since AND e.t <= o.t AND e.root = o.root AND e.kind IN ('edit', 'write')
            AND  e.outcome = 'ok' AND e.class = 'code'
          ORDER  BY e.t DESC LIMIT 1) AS file
  FROM   history o
  WHERE  o.outcome = 'fail' AND o.before = 'pass'
),
often AS (
  SELECT file, test, count(*) AS times, count(DISTINCT session) AS sessions,
         row_number() OVER (PARTITION BY file ORDER BY count(*) DESC, test) AS place
  FROM   broken
  WHERE  file <> '' AND file NOT GLOB '*[^a-zA-Z0-9 ._/+-]*' AND test NOT GLOB '*[^a-zA-Z0-9 ._:/+-]*'
  GROUP  BY file, test
  HAVING times >= :threshold
)
SELECT 'test_' || file AS name,
       test || ' failed ' || times || ' times after an edit of ' || file || ', in ' || sessions || iif(sessions = 1, ' session', ' sessions') AS why,
       replace(replace(replace(
'-- Test @file before you commit it.
|--
|-- @test failed @times times after an edit of @file, in past sessions. A run of any tests of the project after the
|-- edit, or one that the commit waits for, is enough. `witness suggest` proposed this rule.
|
|--- severity = "warn"
|--- commands = ["git commit"]
|--- repeat   = "once"
|--- message  = "{file} was edited and not tested since, and {test} has failed @times times after that. Run it, then commit."
|
|SELECT e.file, ''@test'' AS test
|FROM   touches e
|WHERE  e.session = :session AND e.root = :root AND e.file = ''@file'' AND e.kind IN (''edit'', ''write'') AND e.outcome = ''ok''
|  AND  NOT EXISTS (SELECT 1 FROM runs r WHERE r.session = :session AND r.root = :root AND r.kind = ''test'' AND r.t > e.t)
|  AND  NOT EXISTS (SELECT 1 FROM json_each(:gates) g JOIN commands c ON c.session = :session AND c.t = :t AND c.n = g.value
|                   WHERE  c.runner <> '''')
|ORDER  BY e.t DESC
|LIMIT  1
|', '@times', times), '@test', test), '@file', file) AS rule,
       replace(
'# Edited and committed without a run: a warning.
|did read ''@file''
|did edit ''@file''
|will run ''git commit -m x''
|stdout ''^warn {name}: ''
|
|# A run before the commit, or one that the commit waits for, is enough.
|did -session second edit ''@file''
|will -session second run ''go test ./... && git commit -m x''
|! stdout {name}
|did -session second run ''go test ./...'' green.txt
|will -session second run ''git commit -m x''
|! stdout {name}
|
|# A commit of other files is not warned about.
|did -session third edit ''another/@file''
|will -session third run ''git commit -m x''
|! stdout {name}
|
|-- green.txt --
|ok  	example.com/shop	0.012s
|', '@file', file) AS test
FROM   often
WHERE  place = 1
ORDER  BY times DESC, file
