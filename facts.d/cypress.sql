-- cypress run.
--
-- Each spec prints Mocha's output, then a box of results; a table of all specs ends the run. A
-- failing hook prevents the tests of its suite from running, and these count as skipped, so the run
-- is not complete. Tests that are skipped on purpose are pending.
-- Written from the snapshots in Cypress's own repository (13.x to 15.x); not run here.

--- into     = "tests"
--- language = "javascript"
--- commands = ["cypress run"]
--- contains = ["(Run Starting)", "(Run Finished)", "  (Results)"]
--- unless   = ["--help", "-h", "--version", "-v"]
--- narrow   = ["-s", "--spec"]
--- values   = ["-b", "--browser", "-c", "--config", "-C", "--config-file", "-e", "--env", "-P", "--project", "-p", "--port", "-r", "--reporter", "-o", "--reporter-options", "-k", "--key", "--group", "-t", "--tag", "--ci-build-id"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, substr(max(printf('%09d', m.value->>'at') || (m.value->>'spec')) OVER upto, 10) AS spec,
         count(coalesce(m.value->>'spec', m.value->>'failing', m.value->>'results', m.value->>'gap')) OVER upto AS part,
         count(coalesce(m.value->>'number', m.value->>'spec', m.value->>'failing', m.value->>'results', m.value->>'gap')) OVER upto AS turn
  FROM   jsonb_each(matches(iif(instr(:output, '(Run Starting)') OR instr(:output, '(Run Finished)') OR instr(:output, '  (Results)'), :output, ''),
           '(?m)^(?:  Running:  (?P<spec>\S+) +\(\d+ of \d+\)|  (?P<failing>\d+) failing|  \((?P<results>Results|Run Finished|Screenshots|Video)\)'
        || '|  (?P<number>\d+)\) (?P<first>\S.*)| {7,}(?P<inner>\S.*)|     (?P<reason>\S.*)| +(?:✖|✔) +(?:\d+ of \d+ failed \(\d+%\)|All specs passed!) +\S+ +(?P<tests>\d+|-) +(?P<passed>\d+|-) +(?P<failed>\d+|-) +(?P<pending>\d+|-) +(?P<skipped>\d+|-) *'
        || '|(?P<broken>Error: (?:The following error originated from your test code|Webpack Compilation Error).*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, max(l->>'failing') OVER (PARTITION BY part) AS failing, coalesce(l->>'first', l->>'inner') AS title,
         min(iif(coalesce(l->>'first', l->>'inner') GLOB '*:', at, NULL)) OVER (PARTITION BY turn) AS colon
  FROM   lines
),
items AS MATERIALIZED (
  SELECT min(spec) AS spec, rtrim(group_concat(iif(at <= colon, trim(title), NULL), ' › '), ':') AS test, substr(min(iif(at > colon, printf('%09d', at) || (l->>'reason'), NULL)), 10) AS message
  FROM  (SELECT * FROM walked WHERE failing IS NOT NULL ORDER BY at) GROUP BY turn HAVING max(l->>'number') IS NOT NULL AND max(colon) IS NOT NULL
)
SELECT test, 'fail' AS outcome, max(message) AS message, spec AS file, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items GROUP BY spec, test
UNION ALL
SELECT NULL, NULL, NULL, NULL, (l->>'passed') + 0, (l->>'failed') + 0, (l->>'pending') + (l->>'skipped'), (l->>'skipped') + 0 = 0, 'summary'
FROM   lines WHERE l->>'tests' IS NOT NULL AND (l->>'tests') + 0 > 0
