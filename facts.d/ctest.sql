-- CTest, CMake's test driver, in every verbosity.
--
-- Each test has a line with its outcome; failed tests are listed again after the counts, and `-Q`
-- prints nothing. `Skipped` counts as passed, and `Disabled` is not counted. With `-V` the tests of
-- other frameworks are visible, but only CTest's own tests are recorded.
-- Tested with: CTest 3.25.

--- into     = "tests"
--- language = "c"
--- commands = ["ctest"]
--- contains = ["% tests passed, ", " Test #", "\nThe following tests FAILED:"]
--- unless   = ["-N", "--show-only", "--version", "-h", "--help", "--print-labels"]
--- narrow   = ["-R", "--tests-regex", "-E", "--exclude-regex", "-L", "--label-regex", "-LE", "--label-exclude", "-I", "--tests-information"]
--- values   = ["-C", "--build-config", "-j", "--parallel", "--timeout", "--test-dir", "--repeat", "--output-junit", "-O", "--output-log", "-S", "-D", "-T", "-M", "--preset", "--resource-spec-file", "--schedule-random"]
--- variant  = ["--rerun-failed"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'total') OVER upto AS ended, lag(m.value->>'bad') OVER upto AS after
  FROM   jsonb_each(matches(:output,
           '(?m)^(?: *\d+/\d+ Test +#\d+: (?P<test>\S.*?) \.+ *(?:(?P<good>Passed)|\*\*\*(?P<skipped>Skipped|Not Run \(Disabled\))|\*\*\*(?P<bad>.*?)) +[\d.]+ sec'
        || '|\d+% tests passed, (?P<failed>\d+) tests? failed out of (?P<total>\d+)'
        || '|\t *\d+ - (?P<listed>\S.*?) \((?P<why>[^()]*)\)(?:  .*)?| +(?:Start \d+: .*)|(?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
named AS (
  SELECT ended AS n, at, l->>'test' AS test, CASE WHEN l->>'good' IS NOT NULL THEN 'pass' WHEN l->>'skipped' IS NOT NULL THEN 'skip' ELSE 'fail' END AS outcome,
         iif(l->>'bad' IN ('Failed', ''), NULL, trim(l->>'bad')) AS message
  FROM   lines WHERE l->>'test' IS NOT NULL
  UNION ALL
  SELECT ended - 1, at, l->>'listed', iif(l->>'why' IN ('Skipped', 'Disabled'), 'skip', 'fail'), iif(l->>'why' = 'Failed', NULL, l->>'why') FROM lines WHERE l->>'listed' IS NOT NULL AND ended
  UNION ALL
  -- With --output-on-failure, the output of the test follows its line.
  SELECT t.ended, t.at, t.l->>'test', 'fail', o.l->>'text'
  FROM   lines t JOIN (SELECT at, l, lag(at) OVER (ORDER BY at) AS previous, after FROM lines) o ON o.previous = t.at
  WHERE  o.after = 'Failed' AND o.l->>'text' IS NOT NULL AND o.l->>'text' NOT GLOB 'test [0-9]*' AND o.l->>'text' NOT GLOB 'The following tests*'
),
items AS MATERIALIZED (
  SELECT n, test, min(outcome) AS outcome, max(message) AS message, min(at) AS at FROM named GROUP BY n, test
)
SELECT n, test, outcome, message, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, (l->>'total') - (l->>'failed') - (SELECT count(*) FROM items i WHERE i.n = ended - 1 AND outcome = 'skip' AND message IS NOT 'Disabled'), l->>'failed',
       (SELECT count(*) FROM items i WHERE i.n = ended - 1 AND outcome = 'skip'),
       NOT (l->>'failed' + 0 > 0 AND :command GLOB '*--stop-on-failure*'), iif(EXISTS (SELECT 1 FROM items i WHERE i.n = ended - 1 AND outcome = 'pass'), 'items', 'summary')
FROM   lines WHERE l->>'total' + 0 > 0
