-- go test: `-json`.
--
-- The output has an event for each line and each outcome. A package that fails without naming a test
-- (`log.Fatal`, `TestMain`) is the test `[failed]`. Compiler messages are separate events with the
-- import path of the build.
-- Tested with: Go 1.26; the JSON of a build is that of Go 1.24 and later.

--- into     = "tests"
--- language = "go"
--- form     = "go_test"
--- contains = ["\"Action\":\""]

WITH events AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'event' AS e
  FROM   jsonb_each(matches(iif(instr(:output, '"Action":"'), :output, ''),
           '(?m)^(?P<event>\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"'
        || '(?:(?:start|pass|fail|skip)"'
        || '|build-output".*\.go:\d+:\d+: '
        || '|output".*"Output":"(?: +[^":\s]+\.go:\d+: | *\\tError: |panic: |fatal error: |ok .*\[no tests to run\])'
        || ').*\})$')) m
  WHERE  json_valid(m.value->>'event')
),
tokens AS (
  SELECT at, e->>'Package' AS block, e->>'ImportPath' AS build, e->>'Test' AS head, iif(e->>'Test' IS NOT NULL AND e->>'Action' IN ('pass', 'fail', 'skip'), e->>'Action', NULL) AS outcome,
         iif(place, substr(said, 1, place - 1), NULL) AS file, iif(place, CAST(substr(said, place + 1) AS INTEGER), NULL) AS line,
         CASE WHEN place                                         THEN nullif(substr(said, place + instr(substr(said, place), ': ') + 1), '')
              WHEN said GLOB 'Error:*'                           THEN ltrim(substr(said, 7), ' ' || char(9))
              WHEN said GLOB 'panic: *' OR said GLOB 'fatal error: *' THEN said END AS reason,
         iif(said GLOB 'panic: *' OR said GLOB 'fatal error: *', said, NULL) AS crash,
         iif(e->>'Test' IS NULL, CASE e->>'Action' WHEN 'pass' THEN 'ok' WHEN 'fail' THEN 'FAIL' WHEN 'skip' THEN '?' END, NULL) AS state, e->>'Package' AS suite,
         iif(e->>'FailedBuild' IS NOT NULL, '[build failed]', NULL) AS broken,
         iif(e->>'Test' IS NULL AND (said GLOB 'ok *' OR e->>'Action' = 'skip'), '[no tests to run]', NULL) AS idle,
         substr(e->>'ImportPath', 1, instr(e->>'ImportPath' || ' ', ' ') - 1) AS built,
         iif(e->>'ImportPath' IS NULL, NULL, substr(said, instr(said, ': ') + 2)) AS error,
         iif(e->>'ImportPath' IS NULL, NULL, substr(said, 1, instr(said, ':') - 1)) AS source,
         iif(e->>'ImportPath' IS NULL, NULL, CAST(substr(said, instr(said, ':') + 1) AS INTEGER)) AS source_line,
         substr(e->>'FailedBuild', 1, instr(e->>'FailedBuild' || ' ', ' ') - 1) AS cause
  FROM  (SELECT at, e, rtrim(ltrim(e->>'Output', ' ' || char(9)), char(10)) AS said,
                iif(e->>'Output' GLOB ' *.go:[0-9]*', instr(trim(e->>'Output', ' '), ':'), 0) AS place FROM events)
),
-- The test of each reason, and the package of each compiler error.
owned AS (
  SELECT *, iif(state IS NULL AND idle IS NULL AND error IS NULL AND built IS NULL, head, NULL) AS owner,
         iif(error IS NULL, NULL, max(built) OVER (PARTITION BY build)) AS broke
  FROM   tokens
),
-- One row for each test, one for each package, one for each package that did not build. A name that comes
-- twice (-count, seeds) failed if it failed once. The reason with the lowest position is the first.
things AS (
  SELECT iif(broke IS NULL, block, NULL) AS block, owner, broke, min(at) AS at, max(head) AS head, max(suite) AS suite, max(cause) AS cause,
         CASE WHEN max(outcome = 'fail') THEN 'fail' WHEN max(outcome = 'pass') THEN 'pass' ELSE max(outcome) END AS outcome,
         coalesce(max(iif(reason GLOB 'race detected*', reason, NULL)), substr(min(printf('%09d', at) || coalesce(error, reason)), 10)) AS reason,
         substr(min(printf('%09d', at) || coalesce(source, file)), 10) AS file,
         substr(min(printf('%09d', at) || coalesce(source_line, line)), 10) AS line,
         max(crash) AS crash, max(state) AS state, max(broken) AS broken, max(idle) AS idle
  FROM   owned GROUP BY 1, 2, 3
),
rows AS MATERIALIZED (
  SELECT at, block, owner, head, outcome, state, broken, idle,
         max(suite) OVER package AS suite, max(state) OVER package AS closed, max(crash) OVER package AS crash,
         coalesce(max(outcome = 'fail') OVER package, 0) AS named,
         iif(broken IS NULL, reason, max(reason) OVER build) AS reason, iif(broken IS NULL, file, max(file) OVER build) AS file,
         iif(broken IS NULL, line, max(line) OVER build) AS line
  FROM   things WINDOW package AS (PARTITION BY block), build AS (PARTITION BY coalesce(broke, cause))
)
SELECT * FROM (
  -- A package's `ok` line is a suite that passed: the empty test.
  SELECT suite, iif(whole, '', coalesce(owner, broken, '[failed]')) AS test, iif(whole, 'pass', coalesce(outcome, 'fail')) AS outcome,
         iif(whole OR outcome = 'pass', NULL, reason) AS message,
         iif(whole OR outcome = 'pass', NULL, file) AS file, iif(whole OR outcome = 'pass', NULL, line) AS line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  -- A passed test whose package is unknown is omitted.
  FROM   (SELECT *, coalesce(owner IS NULL AND state = 'ok' AND idle IS NULL AND suite IS NOT NULL, 0) AS whole FROM rows)
  WHERE  whole OR outcome <> 'pass' OR outcome = 'pass' AND suite IS NOT NULL OR owner IS NULL AND state = 'FAIL' AND NOT named
  ORDER  BY at)
UNION ALL
-- There is no summary if the output stops before a package's event.
SELECT NULL, NULL, NULL, NULL, NULL, NULL, sum(outcome = 'pass'),
       coalesce(sum(outcome = 'fail'), 0) + coalesce(sum(owner IS NULL AND state = 'FAIL' AND NOT named), 0), sum(outcome = 'skip'),
       NOT coalesce(max(state = 'FAIL' AND (crash IS NOT NULL OR NOT named)), 0) AND NOT (max(coalesce(outcome = 'fail', 0)) AND :command GLOB '* -failfast*'), 'structured'
FROM   rows
HAVING max(state IN ('ok', 'FAIL') AND idle IS NULL) AND NOT max(closed IS NULL AND block IS NOT NULL AND coalesce(head, suite) IS NOT NULL)
