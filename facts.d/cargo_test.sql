-- cargo test: unit, integration and doc tests, with and without `-q`.
--
-- Every test binary prints its own `test result:`, so the counts are added up. Cargo stops after the
-- first binary that fails unless `--no-fail-fast` is set. A crate that does not compile is a
-- failure; a binary that ends without a result has crashed. The suite is the binary (`cart`,
-- `outside`); the doc tests of a crate are `cart (doc)`. With `-q` the suite is unknown.
-- Tested with: cargo 1.95; the panic line of Rust before 1.73 has the message first.

--- into     = "tests"
--- language = "rust"
--- commands = ["cargo test", "cargo t"]
--- contains = ["test result: ", " ... FAILED\n", " stdout ----\n", "could not compile `", "error: test failed"]
--- unless   = ["--no-run", "--list", "--help", "-h"]
--- part     = ["-p", "--package", "--test", "--bin", "--example", "--exclude", "--skip", "--lib", "--doc", "--bins", "--tests", "--examples", "--benches"]
--- filters  = true   # cargo test NAME runs the tests with NAME in their path
--- values   = ["--manifest-path", "--target", "--target-dir", "--profile", "--features", "-F", "-j", "--jobs", "--color", "--config", "--message-format", "--test-threads", "--format", "-Z", "-p", "--package", "--test", "--bin", "--example", "--exclude", "--skip"]
--- variant  = ["--release", "--all-features", "--no-default-features", "--features", "--ignored"]

WITH
-- Most of a long output is passed tests: only their names are gathered, in the line that ends a part.
lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'test' AS test, m.value->>'outcome' AS outcome, m.value->>'block' AS block, m.value->>'listed' AS listed,
         coalesce(m.value->>'message', m.value->>'text') AS text, m.value->>'file' AS file, m.value->>'line_no' AS line, m.value->>'why' AS why, m.value->>'quiet' AS quiet,
         m.value->>'binary' AS binary, m.value->>'doc' AS doc, m.value->>'passed' AS passed, m.value->>'failed' AS failed, m.value->>'ignored' AS ignored, m.value->>'result' AS result,
         m.value->>'list' AS list, m.value->>'crate' AS crate, m.value->>'target' AS target, m.value->>'error' AS error, m.value->>'source' AS source, m.value->>'source_line' AS source_line,
         m.value->>'rerun' AS rerun, m.value->>'gap' AS gap, m.value->'gathered' AS good,
         count(coalesce(m.value->>'binary', m.value->>'doc', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS part,
         count(coalesce(m.value->>'block', m.value->>'list', m.value->>'result', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS turn,
         count(coalesce(m.value->>'error', m.value->>'crate')) OVER (ORDER BY m.value->>'at') AS failure
  FROM   jsonb_each(matches(iif(:output GLOB '*Summary [[]*tests run: *' OR instr(:output, ' test --no-run '), '', :output),
           '(?m)^(?: +Running .*\((?:.*[/\\])?(?P<binary>[^/\\()]+?)(?:-[0-9a-f]{16})?(?:\.exe)?\)'
        || '| +Doc-tests (?P<doc>\S+)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|test (?P<good>.+?)(?: - should panic| - compile(?: fail)?)? \.\.\. ok(?:, .*| <.*>)?'
        || '|test (?P<test>.+?)(?: - should panic| - compile(?: fail)?)? \.\.\. (?P<outcome>FAILED|ignored)(?:, (?P<why>.*)| <.*>)?'
        || '|(?P<quiet>[\w:]+) --- FAILED'
        || '|---- (?P<block>.+) stdout ----'
        || '|thread .* panicked at (?:''(?P<message>.*)'', )?(?P<file>[^\s:]+):(?P<line_no>\d+):\d+:?'
        || '|(?P<list>failures:|successes:)'
        || '|    (?P<listed>[\w:]+|\S+ - .*\(line \d+\))'
        || '|test result: (?P<result>ok|FAILED)\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<ignored>\d+) ignored;.*'
        || '|error: could not compile `(?P<crate>[^`]+)`(?: \((?P<target>[^)]*)\))?.*'
        || '|error: (?P<rerun>test failed|doctest failed|\d+ targets? failed).*'
        || '|error(?:\[E\d+\])?: (?P<error>.*)'
        || '| *--> (?P<source>[^\s:]+):(?P<source_line>\d+):\d+'
        || '|(?P<text>\S.*))$', '', 'binary doc gap result', 'good')) m
),
walked AS MATERIALIZED (
  SELECT *, max(coalesce(binary, doc || ' (doc)')) OVER (PARTITION BY part) AS suite, max(block) OVER (PARTITION BY turn) AS owner, max(list) OVER (PARTITION BY turn) AS region,
         min(iif(error IS NULL, NULL, printf('%09d', at) || error)) OVER () AS first_error,
         min(iif(source IS NULL OR NOT failure, NULL, printf('%09d', at) || source || ':' || source_line)) OVER () AS first_place
  FROM   lines
),
named AS (
  SELECT at, part, suite, coalesce(test, quiet, owner, listed) AS test,
         iif(outcome IS 'ignored', 'skip', 'fail') AS outcome,
         coalesce(why, iif(owner IS NULL, NULL, text)) AS message, file, line
  FROM   walked
  WHERE  test IS NOT NULL OR quiet IS NOT NULL OR owner IS NOT NULL OR listed IS NOT NULL AND region = 'failures:'
),
-- Crates that do not compile and binaries that crashed are not included in the counts.
items AS MATERIALIZED (
  SELECT suite, test, iif(max(outcome = 'fail'), 'fail', 'skip') AS outcome, min(at) AS at,
         substr(min(printf('%09d', at) || message), 10) AS message, max(file) AS file, max(line) AS line, 0 AS apart
  FROM   named GROUP BY suite, test, iif(suite IS NULL, part, 0)
  UNION ALL
  SELECT NULL, crate, 'fail', min(at), substr(first_error, 10), substr(first_place, 10, instr(first_place, ':') - 10), substr(first_place, instr(first_place, ':') + 1), 1
  FROM   walked WHERE crate IS NOT NULL AND (:command GLOB '*cargo* t*' OR target LIKE '%test%') GROUP BY crate
  UNION ALL
  SELECT suite, suite, 'fail', min(at), 'ended without a result', NULL, NULL, 1
  FROM   walked GROUP BY part HAVING suite IS NOT NULL AND count(result) = 0 AND count(rerun)
),
-- The line that begins a part carries the tests that passed in the previous one.
green AS MATERIALIZED (
  SELECT suite, (SELECT json_group_array(value) FROM json_each(good) WHERE (suite, value) NOT IN (SELECT suite, test FROM items WHERE suite IS NOT NULL AND test IS NOT NULL AND outcome = 'fail')) AS names
  FROM   lines l JOIN (SELECT part AS whose, max(coalesce(binary, doc || ' (doc)')) AS suite FROM lines GROUP BY part) ON whose = part - (coalesce(binary, doc, gap) IS NOT NULL)
  WHERE  good IS NOT NULL
)
SELECT * FROM (
  SELECT suite, test, NULL AS tests, outcome, message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
SELECT suite, NULL, names, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM green WHERE suite IS NOT NULL
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed + apart, skipped,
       NOT apart AND (NOT failed OR :command GLOB '*--no-fail-fast*' OR :command GLOB '* --lib*' OR :command GLOB '* --doc*' OR :command GLOB '* --test *'),
       iif(passes = passed, 'items', 'summary')
FROM  (SELECT coalesce(sum(passed), 0) AS passed, coalesce(sum(failed), 0) AS failed, coalesce(sum(ignored), 0) AS skipped,
              count(result) AS results, max(iif(result IS NOT NULL OR rerun IS NOT NULL OR crate IS NOT NULL, at, NULL)) AS last, max(iif(test IS NULL AND quiet IS NULL AND (good IS NULL OR result IS NOT NULL), 0, at)) AS item
       FROM   lines),
      (SELECT coalesce(sum(apart), 0) AS apart, (SELECT coalesce(sum(json_array_length(names)), 0) FROM green) AS passes FROM items)
WHERE  last > item AND (results OR apart)
