-- go test: plain, `-v` and `-json`.
--
-- Plain output names only what fails and counts nothing, so `passed` is unknown there. The line that
-- names a package (`ok`, `FAIL`, `?`) comes after the tests of that package. A reason stands below its
-- `--- FAIL:` line in plain output and above it in `-v`, where `=== RUN`, `=== CONT` and `=== NAME` say whose
-- it is. Go prints `t.Log` and `t.Error` alike; the first line of a failing test is taken for its reason.
-- A package that fails without naming a test (`log.Fatal`, `TestMain`) is the test `[failed]`.
-- Looked at: Go 1.26; the JSON of a build is that of Go 1.24 and later.

--- whole    = ["./...", "...", "all"]
--- into     = "tests"
--- commands = ["go test"]
--- contains = ["--- FAIL: ", "--- PASS: ", "--- SKIP: ", "ok  \t", "FAIL\t", "panic: test timed out", "\"Action\":\""]
--- unless   = ["-list", "-c", "-n", "-h", "-help", "--help"]
--- narrow   = ["-run", "-test.run"]
--- part     = ["-skip", "-test.skip"]
--- values   = ["-bench", "-benchtime", "-blockprofile", "-count", "-covermode", "-coverpkg", "-coverprofile", "-cpu", "-cpuprofile", "-exec", "-fuzz", "-fuzztime", "-gcflags", "-ldflags", "-memprofile", "-mod", "-modfile", "-o", "-outputdir", "-p", "-parallel", "-shuffle", "-tags", "-timeout", "-trace", "-vet", "-C", "-skip", "-test.skip"]
--- variant  = ["-race", "-short", "-tags"]

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
-- What one package printed is a part, which ends with the package's line or where the agent cut the middle out.
-- Whose a line is, its head, was said last by a line that names a test.
lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'part' AS block, m.value->>'head' AS head,
         coalesce(m.value->>'outcome', m.value->>'below') AS outcome, m.value AS l
  FROM   jsonb_each(matches(iif(char(10) || :output GLOB '*' || char(10) || '{"*"Action":"*' OR :output GLOB '*' || char(10) || 'DONE [0-9]*', '', :output),
           '(?m)^(?:=== (?:RUN|CONT|NAME) +(?P<_run>\S+)'
        || '|(?:(?:    )+--- (?P<below>PASS|FAIL|SKIP): (?P<subtest>(?:Test|Fuzz|Example|Benchmark)[^\s/]*/\S*)|(?:\S.*?)?--- (?P<outcome>PASS|FAIL|SKIP): (?P<test>(?:Test|Fuzz|Example|Benchmark)\S*)) \(\d+\.\d+s\)'
        || '| +(?P<file>[^\s:]+\.go):(?P<line_no>\d+):(?: (?P<reason>.*))?'
        || '| *\t+Error: +\t(?P<assertion>.*)'
        || '|(?P<state>ok|FAIL|\?) *\t(?P<package>\S+)\s+(?:(?P<broken>\[build failed\]|\[setup failed\])|.*(?P<idle>\[no test files\]|\[no tests to run\])|[\d(].*)'
        || '|# (?P<built>\S+)(?: \[(?P<tested>\S+)\.test\])?'
        || '|(?:vet: )?(?P<source>[^\s:]+\.go):(?P<source_line>\d+):(?:\d+:)? (?P<error>.*)'
        || '|(?P<crash>(?:panic|fatal error): .*)'
        || '|\t\t(?P<hung>(?:Test|Fuzz|Example)\S*) \([\dhm.]+s\)'
        || '|(?P<lone>FAIL)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$', '_run test subtest hung', 'package gap')) m
),
-- Tests that passed and did nothing else are most of a long output, and need no more than this.
passes AS MATERIALIZED (
  SELECT DISTINCT a.block, a.head
  FROM   lines a LEFT JOIN (SELECT DISTINCT block, head FROM lines WHERE outcome <> 'PASS') b ON b.block = a.block AND b.head = a.head
  WHERE  a.outcome = 'PASS' AND b.head IS NULL
),
-- The rest of both forms as one list.
tokens AS (
  SELECT x.at, x.block, count(l->>'built') OVER (ORDER BY x.at) AS build,
         x.head, iif(l->>'hung' IS NULL, lower(outcome), 'fail') AS outcome,
         l->>'file' AS file, l->>'line_no' AS line, coalesce(nullif(l->>'reason', ''), l->>'assertion', iif(l->>'crash' GLOB '*: test timed out*', NULL, l->>'crash'), iif(l->>'hung' IS NULL, NULL, 'test timed out')) AS reason, l->>'crash' AS crash,
         l->>'state' AS state, l->>'package' AS suite, l->>'broken' AS broken, l->>'idle' AS idle,
         coalesce(l->>'tested', l->>'built') AS built, l->>'error' AS error, l->>'source' AS source, l->>'source_line' AS source_line, l->>'lone' AS lone, l->>'package' AS cause
  FROM   lines x LEFT JOIN passes p ON p.block = x.block AND p.head = x.head
  WHERE  p.head IS NULL OR outcome IS NULL AND l->>'file' IS NULL AND l->>'assertion' IS NULL
  UNION ALL
  SELECT at, e->>'Package', e->>'ImportPath', e->>'Test', iif(e->>'Test' IS NOT NULL AND e->>'Action' IN ('pass', 'fail', 'skip'), e->>'Action', NULL),
         iif(place, substr(said, 1, place - 1), NULL), iif(place, CAST(substr(said, place + 1) AS INTEGER), NULL),
         CASE WHEN place                                         THEN nullif(substr(said, place + instr(substr(said, place), ': ') + 1), '')
              WHEN said GLOB 'Error:*'                           THEN ltrim(substr(said, 7), ' ' || char(9))
              WHEN said GLOB 'panic: *' OR said GLOB 'fatal error: *' THEN said END,
         iif(said GLOB 'panic: *' OR said GLOB 'fatal error: *', said, NULL),
         iif(e->>'Test' IS NULL, CASE e->>'Action' WHEN 'pass' THEN 'ok' WHEN 'fail' THEN 'FAIL' WHEN 'skip' THEN '?' END, NULL), e->>'Package',
         iif(e->>'FailedBuild' IS NOT NULL, '[build failed]', NULL),
         iif(e->>'Test' IS NULL AND (said GLOB 'ok *' OR e->>'Action' = 'skip'), '[no tests to run]', NULL),
         substr(e->>'ImportPath', 1, instr(e->>'ImportPath' || ' ', ' ') - 1),
         iif(e->>'ImportPath' IS NULL, NULL, substr(said, instr(said, ': ') + 2)),
         iif(e->>'ImportPath' IS NULL, NULL, substr(said, 1, instr(said, ':') - 1)),
         iif(e->>'ImportPath' IS NULL, NULL, CAST(substr(said, instr(said, ':') + 1) AS INTEGER)), NULL,
         substr(e->>'FailedBuild', 1, instr(e->>'FailedBuild' || ' ', ' ') - 1)
  FROM  (SELECT at, e, rtrim(ltrim(e->>'Output', ' ' || char(9)), char(10)) AS said,
                iif(e->>'Output' GLOB ' *.go:[0-9]*', instr(trim(e->>'Output', ' '), ':'), 0) AS place FROM events)
),
-- Whose reason it is, and which package an error of the compiler broke.
owned AS (
  SELECT *, iif(state IS NULL AND idle IS NULL AND error IS NULL AND built IS NULL AND lone IS NULL, head, NULL) AS owner,
         iif(error IS NULL, NULL, max(built) OVER (PARTITION BY build)) AS broke
  FROM   tokens
),
-- One row for each test, one for each package, one for each package that did not build. A name that comes
-- twice (-count, seeds) fails if it failed once. The first reason is the one with the lowest position.
things AS (
  SELECT iif(broke IS NULL, block, NULL) AS block, owner, broke, min(at) AS at, max(head) AS head, max(suite) AS suite, max(cause) AS cause,
         CASE WHEN max(outcome = 'fail') THEN 'fail' WHEN max(outcome = 'pass') THEN 'pass' ELSE max(outcome) END AS outcome,
         coalesce(max(iif(reason GLOB 'race detected*', reason, NULL)), substr(min(printf('%09d', at) || coalesce(error, reason)), 10)) AS reason,
         substr(min(printf('%09d', at) || coalesce(source, file)), 10) AS file,
         substr(min(printf('%09d', at) || coalesce(source_line, line)), 10) AS line,
         max(crash) AS crash, max(state) AS state, max(broken) AS broken, max(idle) AS idle, max(iif(lone IS NULL, NULL, at)) AS lone,
         max(iif(state = 'FAIL', at, NULL)) AS red
  FROM   owned GROUP BY 1, 2, 3
),
rows AS MATERIALIZED (
  SELECT at, block, owner, head, outcome, state, broken, idle, red, lone,
         max(suite) OVER package AS suite, max(state) OVER package AS closed, max(crash) OVER package AS crash,
         coalesce(max(outcome = 'fail') OVER package, 0) AS named,
         iif(broken IS NULL, reason, max(reason) OVER build) AS reason, iif(broken IS NULL, file, max(file) OVER build) AS file,
         iif(broken IS NULL, line, max(line) OVER build) AS line
  FROM   things WINDOW package AS (PARTITION BY block), build AS (PARTITION BY coalesce(broke, cause))
)
SELECT * FROM (
  -- A package's `ok` line, on which it stands alone, is a suite that passed: the empty test.
  SELECT suite, iif(whole, '', coalesce(owner, broken, '[failed]')) AS test, iif(whole, 'pass', coalesce(outcome, 'fail')) AS outcome,
         iif(whole OR outcome = 'pass', NULL, reason) AS message,
         iif(whole OR outcome = 'pass', NULL, file) AS file, iif(whole OR outcome = 'pass', NULL, line) AS line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  -- A test that passed in who knows which package is left out.
  FROM   (SELECT *, coalesce(owner IS NULL AND state = 'ok' AND idle IS NULL AND suite IS NOT NULL, 0) AS whole FROM rows)
  WHERE  whole OR outcome <> 'pass' OR outcome = 'pass' AND suite IS NOT NULL OR owner IS NULL AND state = 'FAIL' AND NOT named
  ORDER  BY at)
UNION ALL
SELECT suite, p.head, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM   passes p JOIN (SELECT DISTINCT block, suite FROM rows WHERE suite IS NOT NULL) USING (block)
UNION ALL
-- No summary if the output stops before a package's line, or before the lone FAIL that ends a run of several packages.
SELECT NULL, NULL, NULL, NULL, NULL, NULL, iif(how = 'summary', NULL, passed), failed, iif(how = 'summary', NULL, skipped),
       whole AND NOT (failed AND :command GLOB '* -failfast*'), how
FROM  (SELECT iif(plain, coalesce(sum(outcome = 'pass'), 0) + plain, sum(outcome = 'pass')) AS passed,
              iif(plain, coalesce(sum(outcome = 'skip'), 0), sum(outcome = 'skip')) AS skipped,
              coalesce(sum(outcome = 'fail'), 0) + coalesce(sum(owner IS NULL AND state = 'FAIL' AND NOT named), 0) AS failed,
              NOT coalesce(max(state = 'FAIL' AND (crash IS NOT NULL OR NOT named)), 0) AS whole,
              CASE WHEN char(10) || :output GLOB '*' || char(10) || '{"*"Action":"*' THEN 'structured' WHEN plain OR max(outcome <> 'fail') THEN 'items' ELSE 'summary' END AS how,
              max(state IN ('ok', 'FAIL') AND idle IS NULL) AS ran, max(closed IS NULL AND block IS NOT NULL AND coalesce(head, suite) IS NOT NULL) AS open,
              max(red) AS red, max(lone) AS lone, count(state) AS packages,
              last, max(iif(closed IS NULL, NULL, block)) AS shut
       FROM   rows, (SELECT count(*) AS plain, max(block) AS last FROM passes))
WHERE  ran AND NOT open AND (red IS NULL OR how = 'structured' OR packages = 1 OR lone > red)
  AND  (last IS NULL OR last <= shut)
