-- cargo nextest: its lines for each test and the summary.
--
-- Passed tests are named by default, failed ones twice (again after the summary). The output of a
-- failed test is indented below it and looks like a run of cargo test. Nextest cancels the other
-- tests after the first failure unless `--no-fail-fast` is set; the summary is then `3/8 tests run`.
-- A test that passed after a retry counts as passed.
-- Tested with: cargo-nextest 0.9 with cargo 1.95.

--- into     = "tests"
--- language = "rust"
--- commands = ["cargo nextest", "cargo nextest run", "cargo nextest r", "cargo-nextest"]
--- contains = [" Nextest run ID ", " tests run: ", " test run: ", " test --no-run "]
--- unless   = ["list", "archive", "show-config", "--no-run", "--help", "-h"]
--- part     = ["-E", "--filterset", "--filter-expr", "-p", "--package", "--test", "--bin", "--example", "--exclude", "--partition", "--lib", "--bins", "--tests", "--examples", "--benches"]
--- values   = ["-P", "--profile", "--cargo-profile", "--run-ignored", "-F", "--features", "-j", "--test-threads", "--retries", "--status-level", "--final-status-level", "--failure-output", "--success-output", "--color", "--manifest-path", "--target", "--target-dir", "--max-fail", "-E", "--filterset", "--filter-expr", "-p", "--package", "--test", "--bin", "--example", "--exclude", "--partition"]
--- variant  = ["--release", "-r", "--no-default-features"]
--- more     = ["--features", "-F", "--all-features", "--run-ignored"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'status' AS status, m.value->>'text' AS text, m.value->>'mark' AS mark, m.value->>'ran' AS ran,
         lag(m.value->>'mark') OVER (ORDER BY m.value->>'at') AS after,
         count(m.value->>'status') OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(:output,
           '(?m)^(?: +(?:TRY \d+ )?(?P<status>PASS|FAIL|FLAKY \d+/\d+|LEAK|LEAK-FAIL|ABORT|TIMEOUT|TMT|SIG[A-Z]+|XFAIL|EXECFAIL) \[ *[\d.]+s\] +(?:\( *\d+/ *\d+\) +)?(?P<suite>\S+) (?P<test>\S.*)'
        || '|    (?P<mark>thread .* panicked at (?P<file>[^\s:]+):(?P<line_no>\d+):\d+:|---- .* stdout ----)'
        || '|  (?P<stream>stderr|stdout) ─*'
        || '| +Summary \[ *[\d.]+s\] +(?P<ran>\d+(?:/\d+)?) tests? run: (?:(?P<passed>\d+) passed(?: \([^)]*\))?)?(?P<rest>.*)'
        || '|error: could not compile `(?P<crate>[^`]+)`.*'
        || '|error(?:\[E\d+\])?: (?P<error>.*)'
        || '|    (?P<text>\S.*))$')) m
),
items AS MATERIALIZED (
  SELECT max(l->>'suite') AS suite, max(l->>'test') AS test, max(status) AS status, min(at) AS at,
         substr(min(printf('%09d', at) || iif(after LIKE 'thread %' OR text LIKE 'Error: %' OR after LIKE '----%', text, NULL)), 10) AS message,
         max(l->>'file') AS file, max(l->>'line_no') AS line
  FROM   lines WHERE turn GROUP BY turn
),
tests AS MATERIALIZED (
  SELECT suite, test, iif(max(status NOT IN ('PASS', 'LEAK') AND status NOT LIKE 'FLAKY%'), iif(max(status LIKE 'FLAKY%' OR status = 'PASS'), 'pass', 'fail'), 'pass') AS outcome,
         max(message) AS message, max(file) AS file, max(line) AS line, min(at) AS at
  FROM   items GROUP BY suite, test
  UNION ALL
  SELECT NULL, l->>'crate', 'fail', (SELECT e.l->>'error' FROM lines e WHERE e.l->>'error' IS NOT NULL ORDER BY e.at LIMIT 1), NULL, NULL, at
  FROM   lines WHERE l->>'crate' IS NOT NULL AND instr(:output, ' test --no-run ') GROUP BY l->>'crate'
)
SELECT * FROM (
  SELECT suite, test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   tests ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, coalesce(l->>'passed', 0) + 0,
       (SELECT coalesce(sum(m.value->>'count'), 0) FROM jsonb_each(matches(l->>'rest', '(?P<count>\d+) (?:failed|timed out|exec failed)')) m),
       (SELECT coalesce(sum(m.value->>'count'), 0) FROM jsonb_each(matches(l->>'rest', '(?P<count>\d+) skipped')) m),
       NOT instr(ran, '/'), iif((SELECT count(*) FROM tests WHERE outcome = 'pass') = coalesce(l->>'passed', 0) + 0, 'items', 'summary')
FROM   lines WHERE ran <> '0' AND ran NOT LIKE '0/%'
