-- gotestsum: every format ends with the same list of failures and the line `DONE 22 tests, 11 failures in 0.2s`.
--
-- Packages have short names (`cart`). A package that does not build is a failure without a test, and
-- its compiler messages are also counted as errors. With `--rerun-fails` the last attempt decides: a
-- failure is marked `(re-run 2)`, and `DONE 3 runs` counts all attempts. Only the formats testname
-- and github-actions name passed tests.
-- Tested with: gotestsum 1.13 with Go 1.26.

--- into     = "tests"
--- language = "go"
--- commands = ["gotestsum"]
--- contains = ["\nDONE ", "=== FAIL: ", "DONE "]
--- unless   = ["--version", "--help", "-h", "tool", "--watch"]
--- narrow   = ["-run"]
--- part     = ["GOFLAGS", "-skip", "-short"]
--- values   = ["--format", "-f", "--format-hide-empty-pkg", "--format-icons", "--junitfile", "--jsonfile", "--packages", "--max-fails", "--rerun-fails-report", "--post-run-command", "--raw-command", "-count", "-timeout", "-parallel", "-p", "-tags", "-coverprofile", "-coverpkg", "-skip"]
--- more     = ["-tags", "-race"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, coalesce(m.value->>'failed', m.value->>'skipped') AS listed,
         count(coalesce(m.value->>'failed', m.value->>'skipped', m.value->>'end', m.value->>'section')) OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(iif(:output GLOB '*DONE [0-9]*' OR instr(:output, '=== FAIL: '), :output, ''),
           '(?m)^(?:=== (?:FAIL: (?P<failed>\S+) |SKIP: (?P<skipped>\S+) )(?P<listed>\S*) ?(?:\(re-run (?P<again>\d+)\) )?\((?:[\d.]+s|unknown)\)'
        || '|=== (?P<section>Errors|Failed|Skipped)'
        || '|(?:::group::|  )?(?P<outcome>PASS|FAIL|SKIP) (?P<suite>\S*?)\.(?P<test>(?:Test|Fuzz|Example|Benchmark)\S*) \([\d.]+s\)'
        || '| +(?P<file>[^\s:]+\.go):(?P<line_no>\d+):(?: (?P<reason>.*))?| *\t+Error: +\t(?P<assertion>.*)|(?P<crash>panic: .*)|FAIL\t\S+ (?P<broken>\[(?:build|setup) failed\])'
        || '|(?P<source>[^\s:]+\.go):(?P<source_line>\d+):\d+: (?P<error>.*)'
        || '|✓  (?P<green>\S+) \((?:cached|[\d.]+m?s)\).*'
        || '|DONE (?P<end>(?:(?P<runs>\d+) runs, )?(?P<tests>\d+) tests?(?:, (?P<skips>\d+) skipped)?(?:, (?P<failures>\d+) failures?)?(?:, (?P<errors>\d+) errors?)? in .*))$')) m
),
last AS MATERIALIZED (SELECT max(l->>'again') AS again, max(iif(l->>'end' IS NULL, 0, at)) AS at FROM lines),
listed AS MATERIALIZED (
  SELECT turn, min(at) AS at, max(listed) AS suite, max(l->>'listed') AS test, iif(max(l->>'failed') IS NULL, 'skip', 'fail') AS outcome, coalesce(max(l->>'again'), 0) AS again,
         substr(min(printf('%09d', at) || coalesce(nullif(l->>'reason', ''), l->>'assertion', l->>'crash')), 10) AS message, max(l->>'broken') AS broken,
         substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(printf('%09d', at) || (l->>'line_no')), 10) AS line
  FROM   lines GROUP BY turn HAVING max(listed) IS NOT NULL
),
items AS MATERIALIZED (
  SELECT suite, test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, max(message) AS message, max(file) AS file, max(line) AS line, min(at) AS at
  FROM (SELECT suite, coalesce(nullif(test, ''), broken, '[failed]') AS test, outcome, coalesce(message, e.l->>'error') AS message, coalesce(file, e.l->>'source') AS file, coalesce(line, e.l->>'source_line') AS line, listed.at
        FROM   listed LEFT JOIN lines e ON broken IS NOT NULL AND e.at = (SELECT min(at) FROM lines WHERE l->>'source' LIKE '%' || suite || '/%')
        WHERE  outcome = 'skip' OR again = coalesce((SELECT again FROM last), 0)
        UNION ALL -- A test that failed before the list may have passed when it was run again.
        SELECT l->>'suite', l->>'test', lower(l->>'outcome'), NULL, NULL, NULL, at FROM lines WHERE l->>'outcome' IS NOT NULL AND NOT (l->>'outcome' = 'FAIL' AND EXISTS (SELECT 1 FROM listed WHERE outcome = 'fail')))
  GROUP BY suite, test
)
SELECT * FROM (SELECT suite, test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items ORDER BY at)
UNION ALL -- A package that passed as a whole; not in a rerun, which runs only failed tests.
SELECT l->>'green', '', 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM   lines WHERE l->>'green' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'runs' IS NOT NULL)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, iif(runs IS NULL, tests - failures - skips + unbuilt, NULL),
       CASE WHEN runs IS NOT NULL THEN named WHEN failures THEN failures ELSE errors END, skips,
       -- Failures are counted over all reruns, so they say nothing about the last one.
       NOT unbuilt AND NOT errors AND NOT crashed AND NOT (runs IS NOT NULL AND failures AND NOT named) AND NOT (failures AND (:command GLOB '* -failfast*' OR :command GLOB '*--max-fails*')),
       iif(passes = tests - failures - skips + unbuilt, 'items', 'summary')
FROM  (SELECT l->>'runs' AS runs, (l->>'tests') + 0 AS tests, coalesce(l->>'failures', 0) + 0 AS failures, coalesce(l->>'skips', 0) + 0 AS skips, coalesce(l->>'errors', 0) + 0 AS errors,
              (SELECT count(*) FROM listed WHERE test = '') AS unbuilt, (SELECT count(*) FROM listed WHERE message GLOB 'panic: *') AS crashed,
              (SELECT count(*) FROM items WHERE outcome = 'fail') AS named, (SELECT count(*) FROM items WHERE outcome = 'pass') AS passes
       FROM   lines WHERE at = (SELECT at FROM last) AND l->>'end' IS NOT NULL) WHERE tests OR errors
