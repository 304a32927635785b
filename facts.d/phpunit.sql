-- PHPUnit: the plain output and `--testdox`.
--
-- Failures and errors have numbered blocks after the dots, with the reason below and the place at its end; the blocks of warnings, risky,
-- skipped and incomplete tests look the same, so the heading above them decides. `--testdox` of PHPUnit 9 spells out the names
-- instead, twice. A risky test has passed. `--stop-on-failure` is only known from the command.
-- Looked at: PHPUnit 9.6.

--- into     = "tests"
--- commands = ["phpunit", "simple-phpunit"]
--- contains = [" by Sebastian Bergmann", "FAILURES!\nTests: ", "ERRORS!\nTests: ", "OK (", "risky tests!\nTests: ", "Assertions: ", "Fatal error: "]
--- unless   = ["--list-tests", "--list-groups", "--list-suites", "--list-tests-xml", "--version", "-h", "--help", "--generate-configuration", "--migrate-configuration"]
--- narrow   = ["--filter", "--testsuite", "--group", "--exclude-group", "--exclude-testsuite"]
--- values   = ["-c", "--configuration", "--bootstrap", "--coverage-html", "--coverage-clover", "--coverage-text", "--log-junit", "--printer", "--order-by", "--random-order-seed", "--repeat", "-d", "--cache-directory", "--include-path"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'ok', m.value->>'tests')) OVER upto AS ended,
         count(coalesce(m.value->>'kind', m.value->>'ok', m.value->>'end', m.value->>'gap')) OVER upto AS section,
         count(coalesce(m.value->>'kind', m.value->>'title', m.value->>'ok', m.value->>'end', m.value->>'gap', m.value->>'mark')) OVER upto AS block
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:There (?:was|were) \d+ (?P<kind>[\w ]+?)s?:|\d+\) (?P<title>[\w\\]+::\S.*)'
        || '|(?P<file>\S+\.php):(?P<row>\d+)|OK \((?P<ok>\d+) tests?, \d+ assertions?\)|(?P<end>FAILURES!|ERRORS!|WARNINGS!|OK, but .*)'
        || '|Tests: (?P<tests>\d+), Assertions: \d+(?P<counts>.*)\.|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?:PHP )?Fatal error: +(?P<fatal>.*)| (?P<mark>✔|✘|↩|∅|☢|⚠) (?P<says>\S.*)|   │ (?P<tree_file>\S+\.php):(?P<tree_row>\d+)|   [│├┐┊] (?P<tree>\S.*)|(?P<text>\S.*))$')) m
  WHERE  :command GLOB '*phpunit*' OR instr(:output, ' by Sebastian Bergmann') OR instr(:output, 'Assertions: ')
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, max(l->>'kind') OVER (PARTITION BY section) AS kind, max(l->>'title') OVER b AS title, max(l->>'mark') OVER b AS mark, max(l->>'says') OVER b AS says,
         substr(max(iif(l->>'text' IS NULL, NULL, printf('%09d', at) || (l->>'text'))) OVER (ORDER BY at), 10) AS class
  FROM   lines WINDOW b AS (PARTITION BY block)
),
blocks AS (
  SELECT ended AS n, title AS test, NULL AS suite, iif(kind IN ('skipped test', 'incomplete test'), 'skip', 'fail') AS outcome, substr(min(printf('%09d', at) || (l->>'text')), 10) AS message,
         substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(printf('%09d', at) || (l->>'row')), 10) AS line
  FROM   walked WHERE title IS NOT NULL AND (kind IS NULL OR kind IN ('failure', 'error', 'skipped test', 'incomplete test', 'PHPUnit error')) GROUP BY block
  UNION ALL
  SELECT ended, says, substr(min(printf('%09d', at) || class), 10), CASE WHEN mark IN ('✔', '☢', '⚠') THEN 'pass' WHEN mark = '✘' THEN 'fail' ELSE 'skip' END, substr(min(printf('%09d', at) || (l->>'tree')), 10),
         substr(min(printf('%09d', at) || (l->>'tree_file')), 10), substr(min(printf('%09d', at) || (l->>'tree_row')), 10)
  FROM   walked WHERE mark IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'title' IS NOT NULL) GROUP BY block
  UNION ALL
  SELECT ended, 'fatal error', NULL, 'fail', l->>'fatal', NULL, NULL FROM lines WHERE l->>'fatal' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE ended)
),
items AS MATERIALIZED (
  SELECT n, test, suite, min(outcome) AS outcome, max(message) AS message, replace(max(file), :root || '/', '') AS file, max(line) AS line FROM blocks GROUP BY n, suite, test
),
ends AS (
  SELECT ended - 1 AS n, coalesce(l->>'ok', l->>'tests') + 0 AS tests,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('Errors', 'Failures', 'PHPUnit Errors'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', ', (?P<what>[\w ]+): (?P<k>\d+)')) c) AS failed,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('Skipped', 'Incomplete'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', ', (?P<what>[\w ]+): (?P<k>\d+)')) c) AS skipped
  FROM   lines WHERE l->>'ok' IS NOT NULL OR l->>'tests' IS NOT NULL
)
SELECT n, suite, test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, max(0, tests - failed - skipped), failed, skipped, NOT (failed > 0 AND (:command GLOB '* --stop-on-*' OR instr(:output, 'Test execution was stopped'))),
       iif((SELECT count(*) FROM items i WHERE i.n = ends.n AND outcome = 'pass') = tests - failed - skipped AND tests > failed + skipped, 'items', 'summary')
FROM   ends WHERE tests > 0
