-- go test: plain and `-v`; `-json` is go_test_json's.
--
-- Plain output names only failures and has no counts, so `passed` is unknown. The line of a package
-- (`ok`, `FAIL`, `?`) follows its tests. A reason is below its `--- FAIL:` line in plain output and
-- above it with `-v`, where `=== RUN`, `=== CONT` and `=== NAME` name its test. Go prints `t.Log`
-- and `t.Error` alike; the first line of a failing test is treated as its reason. A package that
-- fails without naming a test (`log.Fatal`, `TestMain`) is the test `[failed]`. A client that
-- renders output on a terminal (Qwen Code) replaces tabs by spaces, up to the next eighth column.
-- Tested with: Go 1.26.

--- whole    = ["./...", "...", "all"]
--- into     = "tests"
--- language = "go"
--- commands = ["go test"]
--- contains = ["--- FAIL: ", "--- PASS: ", "--- SKIP: ", "ok  \t", "FAIL\t", "ok      ", "FAIL    ", "panic: test timed out", "FAIL\n"]
--- unless   = ["-list", "-c", "-n", "-h", "-help", "--help"]
--- narrow   = ["-run", "-test.run"]
--- part     = ["GOFLAGS", "-skip", "-test.skip"]
--- values   = ["-bench", "-benchtime", "-blockprofile", "-count", "-covermode", "-coverpkg", "-coverprofile", "-cpu", "-cpuprofile", "-exec", "-fuzz", "-fuzztime", "-gcflags", "-ldflags", "-memprofile", "-mod", "-modfile", "-o", "-outputdir", "-p", "-parallel", "-shuffle", "-tags", "-timeout", "-trace", "-vet", "-C", "-skip", "-test.skip"]
--- variant  = ["-race", "-short", "-tags"]

WITH
-- The output of one package is a part, which ends with the package's line or where the agent cut out the middle.
-- The head of a line is the last line above it that names a test. Most of a long output is passed tests:
-- only their names are gathered, at the end of each part.
lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'part' AS block, m.value->>'head' AS head,
         coalesce(m.value->>'outcome', m.value->>'below') AS outcome, m.value AS l
  FROM   jsonb_each(matches(iif(:output GLOB '*' || char(10) || 'DONE [0-9]*', '', :output),
           '(?m)^(?:=== (?:RUN|CONT|NAME) +(?P<_run>\S+)'
        || '|(?:(?:    )+--- (?:PASS: (?P<passed_below>(?:Test|Fuzz|Example|Benchmark)[^\s/]*/\S*)|(?P<below>FAIL|SKIP): (?P<subtest>(?:Test|Fuzz|Example|Benchmark)[^\s/]*/\S*))'
        ||   '|(?:\S.*?)??--- (?:PASS: (?P<passed>(?:Test|Fuzz|Example|Benchmark)\S*)|(?P<outcome>FAIL|SKIP): (?P<test>(?:Test|Fuzz|Example|Benchmark)\S*))) \(\d+\.\d+s\)'
        || '| +(?P<file>[^\s:]+\.go):(?P<line_no>\d+):(?: (?P<reason>.*))?'
        || '|(?: *\t+Error: +\t| {8,}Error: {6,})(?P<assertion>.*)'
        || '|(?P<state>ok|FAIL|\?)(?: *\t| {4,7})(?P<package>\S+)\s+(?:(?P<broken>\[build failed\]|\[setup failed\])|.*(?P<idle>\[no test files\]|\[no tests to run\])|[\d(].*)'
        || '|# (?P<built>\S+)(?: \[(?P<tested>\S+)\.test\])?'
        || '|(?:vet: )?(?P<source>[^\s:]+\.go):(?P<source_line>\d+):(?:\d+:)? (?P<error>.*)'
        || '|(?P<crash>(?:panic|fatal error): .*)'
        || '|(?:\t\t| {16})(?P<hung>(?:Test|Fuzz|Example)\S*) \([\dhm.]+s\)'
        || '|(?P<lone>FAIL)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$',
           '_run test subtest passed passed_below hung', 'package gap', 'passed passed_below')) m
),
green AS MATERIALIZED (SELECT block, l->>'package' AS suite, l->'gathered' AS names FROM lines WHERE l->'gathered' IS NOT NULL),
red AS MATERIALIZED (SELECT block, head FROM lines WHERE outcome = 'FAIL'),
-- The other lines.
tokens AS (
  SELECT x.at, x.block, count(l->>'built') OVER (ORDER BY x.at) AS build,
         x.head, iif(l->>'hung' IS NULL, lower(outcome), 'fail') AS outcome,
         l->>'file' AS file, l->>'line_no' AS line, coalesce(nullif(l->>'reason', ''), l->>'assertion', iif(l->>'crash' GLOB '*: test timed out*', NULL, l->>'crash'), iif(l->>'hung' IS NULL, NULL, 'test timed out')) AS reason, l->>'crash' AS crash,
         l->>'state' AS state, l->>'package' AS suite, l->>'broken' AS broken, l->>'idle' AS idle,
         coalesce(l->>'tested', l->>'built') AS built, l->>'error' AS error, l->>'source' AS source, l->>'source_line' AS source_line, l->>'lone' AS lone, l->>'package' AS cause
  FROM   lines x
  WHERE  iif(outcome IS NULL, l->>'file' IS NULL AND l->>'assertion' IS NULL, outcome = 'FAIL')
     OR  coalesce((block, head) NOT IN (SELECT g.block, p.value FROM green g, json_each(g.names) p) OR (block, head) IN red, 1)
),
-- The test of each reason, and the package of each compiler error.
owned AS (
  SELECT *, iif(state IS NULL AND idle IS NULL AND error IS NULL AND built IS NULL AND lone IS NULL, head, NULL) AS owner,
         iif(error IS NULL, NULL, max(built) OVER (PARTITION BY build)) AS broke
  FROM   tokens
),
-- One row for each test, one for each package, one for each package that did not build. A name that comes
-- twice (-count, seeds) failed if it failed once. The reason with the lowest position is the first.
things AS (
  SELECT iif(broke IS NULL, block, NULL) AS block, owner, broke, min(at) AS at, max(head) AS head, max(suite) AS suite, max(cause) AS cause,
         iif(max(outcome = 'fail'), 'fail', max(outcome)) AS outcome,
         coalesce(max(iif(reason GLOB 'race detected*', reason, NULL)), substr(min(printf('%09d', at) || coalesce(error, reason)), 10)) AS reason,
         substr(min(printf('%09d', at) || coalesce(source, file)), 10) AS file,
         substr(min(printf('%09d', at) || coalesce(source_line, line)), 10) AS line,
         max(crash) AS crash, max(state) AS state, max(broken) AS broken, max(idle) AS idle, max(iif(lone IS NULL, NULL, at)) AS lone,
         max(iif(state = 'FAIL', at, NULL)) AS red
  FROM   owned GROUP BY 1, 2, 3
),
rows AS (
  SELECT *, max(suite) OVER package AS package, max(state) OVER package AS closed, max(crash) OVER package AS crashed,
         coalesce(max(outcome = 'fail') OVER package, 0) AS named,
         iif(broken IS NULL, reason, max(reason) OVER build) AS why, iif(broken IS NULL, file, max(file) OVER build) AS place,
         iif(broken IS NULL, line, max(line) OVER build) AS place_line,
         -- If a package passed and its tests are named, a failure of a test that did not run was printed by a test.
         max(state) OVER package = 'ok' AND outcome = 'fail' AND instr(:output, '=== RUN ') AND NOT instr(:output, '=== RUN   ' || owner || char(10)) AS printed
  FROM   things WINDOW package AS (PARTITION BY block), build AS (PARTITION BY coalesce(broke, cause))
),
-- The run is not known to be complete if the output stops before a package's line, or before the lone FAIL
-- that ends a run of several packages. A lone FAIL without any named failure is a test without a name: the
-- beginning of the output was cut off.
runs AS (
  -- A package's `ok` line is a suite that passed: the empty test.
  SELECT *, coalesce(owner IS NULL AND state = 'ok' AND idle IS NULL AND package IS NOT NULL, 0) AS whole,
         lone IS NOT NULL AND closed IS NULL AND max(red) OVER run IS NULL AND NOT max(coalesce(outcome = 'fail', 0)) OVER run
           AND (:runner = 'go_test' OR count(state) OVER run) AS unseen,
         iif(max(state IN ('ok', 'FAIL') AND idle IS NULL) OVER run
             AND NOT max(closed IS NULL AND block IS NOT NULL AND coalesce(head, package) IS NOT NULL) OVER run
             AND (max(red) OVER run IS NULL OR count(state) OVER run = 1 OR max(lone) OVER run > max(red) OVER run)
             AND NOT (max(iif(closed IS NULL, lone, NULL)) OVER run IS NOT NULL AND max(red) OVER run IS NULL),
             NOT coalesce(max(state = 'FAIL' AND (crashed IS NOT NULL OR NOT named)) OVER run, 0)
             AND NOT (max(coalesce(outcome = 'fail', state = 'FAIL', 0)) OVER run AND :command GLOB '* -failfast*'), NULL) AS ended
  FROM   rows WHERE printed IS NOT 1 WINDOW run AS ()
)
SELECT * FROM (
  SELECT package AS suite, iif(whole, '', coalesce(owner, broken, '[failed]')) AS test, NULL AS tests, iif(whole, 'pass', coalesce(outcome, 'fail')) AS outcome,
         iif(whole, NULL, why) AS message, iif(whole, NULL, place) AS file, iif(whole, NULL, place_line) AS line,
         ended, iif(outcome <> 'fail', 'items', 'summary') AS how
  FROM   runs
  WHERE  whole OR outcome IS NOT NULL OR owner IS NULL AND state = 'FAIL' AND NOT named OR unseen
  ORDER  BY at)
UNION ALL
-- A passed test whose package is unknown is omitted.
SELECT suite, NULL, iif(block IN (SELECT block FROM red), (SELECT json_group_array(value) FROM json_each(names) WHERE (block, value) NOT IN red), names),
       'pass', NULL, NULL, NULL, NULL, 'items'
FROM   green
WHERE  suite IS NOT NULL
