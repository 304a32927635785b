-- cargo test: unit, integration and doc tests, with and without `-q`.
--
-- Every test binary prints its own `test result:`, so the counts are added up. Cargo stops after the first binary
-- that fails unless told `--no-fail-fast`. What does not compile is the crate that fails; a binary that ends without
-- a result has crashed. The suite is the binary (`cart`, `outside`), a crate's doc tests are `cart (doc)`; `-q` does not say.
-- Looked at: cargo 1.95; the panic line of Rust before 1.73 has the message first.

--- into     = "tests"
--- commands = ["cargo test", "cargo t"]
--- contains = ["test result: ", " ... FAILED\n", " stdout ----\n", "could not compile `", "error: test failed"]
--- unless   = ["--no-run", "--list", "--help", "-h"]
--- narrow   = ["-p", "--package", "--test", "--bin", "--example", "--exclude", "--skip"]
--- values   = ["--manifest-path", "--target", "--target-dir", "--profile", "--features", "-F", "-j", "--jobs", "--color", "--config", "--message-format", "--test-threads", "--format", "-Z"]
--- variant  = ["--release", "--all-features", "--no-default-features", "--features", "--ignored"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'test' AS test, m.value->>'outcome' AS outcome, m.value->>'block' AS block, m.value->>'listed' AS listed,
         coalesce(m.value->>'message', m.value->>'text') AS text, m.value->>'file' AS file, m.value->>'line_no' AS line, m.value->>'why' AS why, m.value->>'quiet' AS quiet,
         m.value->>'binary' AS binary, m.value->>'doc' AS doc, m.value->>'passed' AS passed, m.value->>'failed' AS failed, m.value->>'ignored' AS ignored, m.value->>'result' AS result,
         m.value->>'list' AS list, m.value->>'crate' AS crate, m.value->>'target' AS target, m.value->>'error' AS error, m.value->>'source' AS source, m.value->>'source_line' AS source_line,
         m.value->>'rerun' AS rerun,
         count(coalesce(m.value->>'binary', m.value->>'doc', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS part,
         count(coalesce(m.value->>'block', m.value->>'list', m.value->>'result', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS turn,
         count(coalesce(m.value->>'error', m.value->>'crate')) OVER (ORDER BY m.value->>'at') AS failure
  FROM   json_each(matches(iif(:output GLOB '*Summary [[]*tests run: *' OR instr(:output, ' test --no-run '), '', :output),
           '(?m)^(?: +Running .*\((?:.*[/\\])?(?P<binary>[^/\\()]+?)(?:-[0-9a-f]{16})?(?:\.exe)?\)'
        || '| +Doc-tests (?P<doc>\S+)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|test (?P<test>.+?)(?: - should panic| - compile(?: fail)?)? \.\.\. (?P<outcome>ok|FAILED|ignored)(?:, (?P<why>.*)| <.*>)?'
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
        || '|(?P<text>\S.*))$')) m
),
walked AS MATERIALIZED (
  SELECT *, max(coalesce(binary, doc || ' (doc)')) OVER (PARTITION BY part) AS suite, max(block) OVER (PARTITION BY turn) AS owner, max(list) OVER (PARTITION BY turn) AS region
  FROM   lines
),
broken AS (
  SELECT c.crate, c.target, c.at, (SELECT b.error FROM lines b WHERE b.error IS NOT NULL AND b.at < c.at ORDER BY b.at LIMIT 1) AS message,
         (SELECT b.source || ':' || b.source_line FROM lines b WHERE b.source IS NOT NULL AND b.failure >= (SELECT min(f.failure) FROM lines f WHERE f.error IS NOT NULL) ORDER BY b.at LIMIT 1) AS place
  FROM   lines c WHERE c.crate IS NOT NULL AND (:command GLOB '*cargo* t*' OR c.target LIKE '%test%') GROUP BY c.crate
),
named AS (
  SELECT at, part, suite, coalesce(test, quiet, owner, listed) AS test,
         CASE WHEN outcome = 'ok' THEN 'pass' WHEN outcome = 'ignored' THEN 'skip' ELSE 'fail' END AS outcome,
         coalesce(why, iif(owner IS NULL, NULL, text)) AS message, file, line
  FROM   walked
  WHERE  test IS NOT NULL OR quiet IS NOT NULL OR owner IS NOT NULL OR listed IS NOT NULL AND region = 'failures:'
),
items AS MATERIALIZED (
  SELECT suite, test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, min(at) AS at,
         substr(min(printf('%09d', at) || message), 10) AS message, max(file) AS file, max(line) AS line
  FROM   named GROUP BY suite, test, iif(suite IS NULL, part, 0)
  UNION ALL
  SELECT NULL, crate, 'fail', at, message, substr(place, 1, instr(place, ':') - 1), substr(place, instr(place, ':') + 1) FROM broken
  UNION ALL
  SELECT suite, suite, 'fail', min(at), 'ended without a result', NULL, NULL
  FROM   walked GROUP BY part HAVING suite IS NOT NULL AND count(result) = 0 AND count(rerun)
)
SELECT * FROM (
  SELECT suite, test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, NOT apart AND (NOT failed OR :command GLOB '*--no-fail-fast*' OR :command GLOB '* --lib*' OR :command GLOB '* --doc*' OR :command GLOB '* --test *'),
       iif((SELECT count(*) FROM items WHERE outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT coalesce(sum(passed), 0) AS passed, coalesce(sum(failed), 0) + (SELECT count(*) FROM items WHERE suite IS test OR suite IS NULL AND test IN (SELECT crate FROM broken)) AS failed,
              coalesce(sum(ignored), 0) AS skipped, (SELECT count(*) FROM items WHERE suite IS test OR suite IS NULL AND test IN (SELECT crate FROM broken)) AS apart,
              max(iif(result IS NOT NULL OR rerun IS NOT NULL OR crate IS NOT NULL, at, NULL)) AS last, max(coalesce(iif(test IS NULL AND quiet IS NULL, NULL, at), 0)) AS item
       FROM   lines)
WHERE  last > item AND (passed OR failed OR skipped)
