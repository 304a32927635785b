-- Pest, and Collision's printer for `artisan test`.
--
-- Each test has a line below the name of its class. A failure has a block with its reason, in which
-- a long name is truncated with `…`. `--compact` prints no lines, so the names come from the blocks.
-- Risky tests and tests with warnings count as passed.
-- Written from the snapshots in Pest's own repository (2.x and 3.x); not run here.

--- into     = "tests"
--- language = "php"
--- commands = ["pest", "artisan test"]
--- contains = ["   FAILED  ", "   PASS  ", "   FAIL  ", "\n  Tests:    "]
--- unless   = ["--list-tests", "--list-groups", "--list-suites", "--version", "--help", "-h", "--init", "--todos"]
--- narrow   = ["--filter", "--testsuite", "--group", "--exclude-group", "--test-directory"]
--- values   = ["-c", "--configuration", "--bootstrap", "--log-junit", "--processes", "--order-by", "-d", "--min"]
--- variant  = ["--dirty", "--retry"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, substr(max(printf('%09d', m.value->>'at') || (m.value->>'class')) OVER upto, 10) AS class,
         count(coalesce(m.value->>'title', m.value->>'counts', m.value->>'gap')) OVER upto AS block, count(m.value->>'counts') OVER upto AS ended
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:   (?:PASS|FAIL|WARN|TODO|RISK|DEPR) +(?P<class>[A-Z][\w\\]+)(?: .*)?|  (?P<mark>[✓✔⨯✖×!»↓…-]) (?P<test>\S.*?)(?: {2,}[\d.]+s)? *'
        || '|   FAILED +(?P<owner>[A-Z][\w\\]*) > (?P<title>\S.*?)(?: {2,}\S+)? *|  Tests:    (?P<counts>\d.*)|  at (?P<file>\S+?):(?P<row>\d+)'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|  (?P<text>[^\s─].*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
blocks AS MATERIALIZED (
  SELECT max(l->>'owner') AS class, max(l->>'title') AS title, substr(min(printf('%09d', at) || (l->>'text')), 10) AS message, substr(min(printf('%09d', at) || (l->>'file')), 10) AS file,
         substr(min(printf('%09d', at) || (l->>'row')), 10) AS row
  FROM   lines GROUP BY block HAVING max(l->>'title') IS NOT NULL
),
marked AS MATERIALIZED (
  SELECT class, l->>'test' AS test, CASE WHEN l->>'mark' IN ('⨯', '✖', '×') THEN 'fail' WHEN l->>'mark' IN ('-', '»', '↓', '…') THEN 'skip' ELSE 'pass' END AS outcome
  FROM   lines WHERE l->>'mark' IS NOT NULL AND class IS NOT NULL
),
matched AS MATERIALIZED (
  SELECT m.class, m.test, b.title, b.message, b.file, b.row FROM blocks b JOIN marked m ON m.class = b.class AND m.test = b.title
  UNION
  SELECT m.class, m.test, b.title, b.message, b.file, b.row
  FROM   blocks b JOIN marked m ON m.outcome = 'fail' AND m.class = b.class AND substr(m.test, 1, length(b.title) - 1) = rtrim(b.title, '…') WHERE b.title GLOB '*…'
),
items AS MATERIALIZED (
  SELECT m.class, m.test, min(m.outcome) AS outcome, max(b.message) AS message, max(b.file) AS file, max(b.row) AS row
  FROM   marked m LEFT JOIN matched b ON b.class = m.class AND b.test = m.test
  GROUP  BY m.class, m.test
  UNION ALL
  SELECT class, title, 'fail', message, file, row FROM blocks WHERE (class, title) NOT IN (SELECT class, title FROM matched)
),
ends AS (
  SELECT (SELECT coalesce(sum(iif(c.value->>'what' = 'failed', c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', '(?P<k>\d+) (?P<what>[a-z]+)')) c) AS failed,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('skipped', 'todo', 'todos', 'incomplete', 'pending'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', '(?P<k>\d+) (?P<what>[a-z]+)')) c) AS skipped,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('passed', 'risky', 'warning', 'warnings', 'deprecated', 'notice', 'notices'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', '(?P<k>\d+) (?P<what>[a-z]+)')) c) AS passed
  FROM   lines WHERE l->>'counts' IS NOT NULL
)
SELECT class AS suite, test, outcome, message, file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, NOT (failed > 0 AND (:command GLOB '* --bail*' OR :command GLOB '* --stop-on-*' OR :command GLOB '* --retry*')),
       iif((SELECT count(*) FROM items WHERE outcome = 'pass') = passed AND passed, 'items', 'summary')
FROM   ends WHERE passed + failed + skipped > 0
