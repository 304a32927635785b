-- PHPUnit: the plain output and `--testdox`.
--
-- Failures and errors have numbered blocks after the dots, with the reason below and the position at
-- the end. The blocks of warnings and of risky, skipped and incomplete tests look the same, so the
-- heading above them decides. PHPUnit 9's `--testdox` prints the names as sentences, twice. A risky
-- test counts as passed. `--stop-on-failure` is visible only in the command.
-- Tested with: PHPUnit 9.6.

--- into     = "tests"
--- language = "php"
--- commands = ["phpunit", "simple-phpunit"]
--- contains = [" by Sebastian Bergmann", "FAILURES!\nTests: ", "ERRORS!\nTests: ", "OK (", "risky tests!\nTests: ", "Assertions: ", "Fatal error: "]
--- unless   = ["--list-tests", "--list-groups", "--list-suites", "--list-tests-xml", "--version", "-h", "--help", "--generate-configuration", "--migrate-configuration"]
--- narrow   = ["--filter", "--testsuite", "--group", "--exclude-group", "--exclude-testsuite"]
--- values   = ["-c", "--configuration", "--bootstrap", "--coverage-html", "--coverage-clover", "--coverage-text", "--log-junit", "--printer", "--order-by", "--random-order-seed", "--repeat", "-d", "--cache-directory", "--include-path"]

WITH lines AS MATERIALIZED (
  -- A part is the text below a heading; the head of a line is the test above it.
  SELECT m.value->>'at' AS at, m.value->>'part' AS part, m.value->>'head' AS title, m.value->>'text' AS text, m.value AS l
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:There (?:was|were) \d+ (?P<kind>[\w ]+?)s?:|\d+\) (?P<title>[\w\\]+::\S.*)'
        || '|(?P<file>\S+\.php):(?P<row>\d+)|OK \((?P<ok>\d+) tests?, \d+ assertions?\)|(?P<end>FAILURES!|ERRORS!|WARNINGS!|OK, but .*)'
        || '|Tests: (?P<tests>\d+), Assertions: \d+(?P<counts>.*)\.|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?:PHP )?Fatal error: +(?P<fatal>.*)|(?P<text>\S.*))$', 'title', 'kind ok end tests gap')) m
  WHERE  :command GLOB '*phpunit*' OR instr(:output, ' by Sebastian Bergmann') OR instr(:output, 'Assertions: ')
),
parts AS MATERIALIZED (
  SELECT part + 1 AS part, l->>'kind' AS kind, count(coalesce(l->>'ok', l->>'tests')) OVER (ORDER BY at) AS ended, at
  FROM   lines WHERE coalesce(l->>'kind', l->>'ok', l->>'end', l->>'tests', l->>'gap') IS NOT NULL
),
-- The names of `--testdox`: a part for each class, below its name. Names of passed tests are gathered.
spelled AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'part' AS part, m.value->>'head' AS says, m.value AS l, (SELECT coalesce(max(ended), 0) FROM parts p WHERE p.at < m.value->>'at') AS n,
         substr(max(iif(m.value->>'text' IS NULL, NULL, printf('%09d', m.value->>'at') || iif(m.value->>'text' GLOB '... [[]*', '', m.value->>'text'))) OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 10) AS class
  FROM   jsonb_each(matches(iif(EXISTS (SELECT 1 FROM lines WHERE title IS NOT NULL) OR NOT EXISTS (SELECT 1 FROM lines), '', :output),
           '(?m)^(?: ✔ (?P<green>\S.*)| (?P<mark>✘|↩|∅|☢|⚠) (?P<says>\S.*)|   │ (?P<tree_file>\S+\.php):(?P<tree_row>\d+)|   [│├┐┊] (?P<tree>\S.*)|(?P<text>\S.*))$', 'green says', 'text', 'green')) m
),
blocks AS (
  SELECT (SELECT ended FROM parts p WHERE p.part = x.part) AS n, title AS test, NULL AS suite, iif((SELECT kind FROM parts p WHERE p.part = x.part) IN ('skipped test', 'incomplete test'), 'skip', 'fail') AS outcome,
         substr(min(printf('%09d', at) || text), 10) AS message,
         substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(printf('%09d', at) || (l->>'row')), 10) AS line
  FROM   lines x WHERE title IS NOT NULL AND NOT EXISTS (SELECT 1 FROM parts p WHERE p.part = x.part AND p.kind NOT IN ('failure', 'error', 'skipped test', 'incomplete test', 'PHPUnit error')) GROUP BY part, title
  UNION ALL
  SELECT n, says, max(class), CASE WHEN max(l->>'mark') IN ('☢', '⚠') THEN 'pass' WHEN max(l->>'mark') = '✘' THEN 'fail' ELSE 'skip' END, substr(min(printf('%09d', at) || (l->>'tree')), 10),
         substr(min(printf('%09d', at) || (l->>'tree_file')), 10), substr(min(printf('%09d', at) || (l->>'tree_row')), 10)
  FROM   spelled WHERE says IS NOT NULL AND l->>'text' IS NULL GROUP BY part, says HAVING max(l->>'mark') IS NOT NULL
  UNION ALL
  SELECT 0, 'fatal error', NULL, 'fail', l->>'fatal', NULL, NULL FROM lines WHERE l->>'fatal' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM parts WHERE ended)
),
items AS MATERIALIZED (
  SELECT coalesce(n, 0) AS n, test, suite, min(outcome) AS outcome, max(message) AS message, replace(max(file), :root || '/', '') AS file, max(line) AS line FROM blocks GROUP BY 1, suite, test
),
green AS MATERIALIZED (
  SELECT n, class AS suite, json_group_array(g.value) AS names
  FROM   spelled x, json_each(l->'gathered') g
  WHERE  NOT EXISTS (SELECT 1 FROM items i WHERE i.n = x.n AND i.suite IS x.class AND i.test = g.value) GROUP BY n, class
),
ends AS (
  SELECT ended - 1 AS n, coalesce(l->>'ok', l->>'tests') + 0 AS tests,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('Errors', 'Failures', 'PHPUnit Errors'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', ', (?P<what>[\w ]+): (?P<k>\d+)')) c) AS failed,
         (SELECT coalesce(sum(iif(c.value->>'what' IN ('Skipped', 'Incomplete'), c.value->>'k', 0)), 0) FROM jsonb_each(matches(l->>'counts', ', (?P<what>[\w ]+): (?P<k>\d+)')) c) AS skipped
  FROM   lines JOIN parts USING (at) WHERE l->>'ok' IS NOT NULL OR l->>'tests' IS NOT NULL
),
passed AS MATERIALIZED (
  SELECT n, sum(k) AS k FROM (SELECT n, json_array_length(names) AS k FROM green UNION ALL SELECT n, 1 FROM items WHERE outcome = 'pass') GROUP BY n
)
SELECT n, suite, test, NULL AS tests, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT n, suite, NULL, names, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM green
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(0, tests - failed - skipped), failed, skipped, NOT (failed > 0 AND (:command GLOB '* --stop-on-*' OR instr(:output, 'Test execution was stopped'))),
       iif((SELECT k FROM passed p WHERE p.n = ends.n) = tests - failed - skipped AND tests > failed + skipped, 'items', 'summary')
FROM   ends WHERE tests > 0
