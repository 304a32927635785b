-- bun test.
--
-- A reason and its position are printed above their `(fail)` line. A file that cannot be loaded is
-- an `Unhandled error between tests` and counts as a failure. With `--bail` there are no counts,
-- only `Bailed out after 1 failure`. On a terminal the marks are `✓`, `✗`, `»` and `✎`.
-- Tested with: Bun 1.4.5.

--- into     = "tests"
--- language = "javascript"
--- commands = ["bun test"]
--- contains = ["bun test v", "(fail) ", " expect() calls\n", "# Unhandled error between tests"]
--- unless   = ["--help", "-h"]
--- narrow   = ["-t", "--test-name-pattern"]
--- part     = ["--only"]
--- values   = ["--timeout", "--preload", "-r", "--reporter", "--reporter-outfile", "--rerun-each", "--retry", "--seed", "--coverage-reporter", "--coverage-dir", "--max-concurrency", "-c", "--config", "--cwd", "--env-file"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'mark' AS mark,
         count(coalesce(m.value->>'file', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS unit,
         count(coalesce(m.value->>'mark', m.value->>'sign', m.value->>'file', m.value->>'loose')) OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS turn,
         count(m.value->>'ran') OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS n
  FROM   jsonb_each(matches(iif(instr(:output, 'bun test v') OR instr(:output, ' expect() calls') OR :command LIKE '%bun%test%', :output, ''),
           '(?m)^(?:(?P<file>\S+\.(?:[cm]?[jt]sx?)):'
        || '|(?:\((?P<mark>pass|fail|skip|todo)\)|(?P<sign>[✓✗»✎])) (?P<test>.*?)(?: \[[\d.]+m?s\])?'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|# (?P<loose>Unhandled error between tests)'
        || '|(?P<reason>(?:error|[A-Z]\w*Error)\b.*)'
        || '| +at (?:.* )?\(?(?P<frame>[^\s()]+):(?P<frame_line>\d+):\d+\)?'
        || '| (?P<count>\d+) (?P<counted>pass|fail|skip|todo|filtered out)'
        || '|(?P<ran>Ran \d+ tests? across .*)'
        || '|(?P<bailed>Bailed out after (?P<bail_count>\d+) failures?))$')) m
),
walked AS MATERIALIZED (
  SELECT *, coalesce(mark, CASE l->>'sign' WHEN '✓' THEN 'pass' WHEN '✗' THEN 'fail' WHEN '»' THEN 'skip' WHEN '✎' THEN 'todo' END) AS outcome, max(l->>'file') OVER (PARTITION BY unit) AS suite FROM lines
),
reasons AS (
  SELECT turn, substr(min(printf('%09d', at) || (l->>'reason')), 10) AS message, substr(max(iif(suite IS NULL OR l->>'frame' NOT LIKE '%' || suite, NULL, printf('%09d', at) || (l->>'frame_line'))), 10) AS line
  FROM   walked GROUP BY turn
),
items AS MATERIALIZED (
  SELECT min(w.at) AS at, min(w.n) AS n, w.suite, w.l->>'test' AS test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, max(r.message) AS message, max(r.line) AS line
  FROM   walked w LEFT JOIN reasons r ON r.turn = w.turn AND w.outcome = 'fail' WHERE outcome IS NOT NULL GROUP BY w.suite, w.l->>'test'
  UNION ALL
  SELECT w.at, w.n, w.suite, coalesce(w.suite, w.l->>'loose'), 'fail', r.message, NULL FROM walked w LEFT JOIN reasons r ON r.turn = w.turn + 1 WHERE w.l->>'loose' IS NOT NULL
)
SELECT * FROM (SELECT n, suite, replace(test, ' > ', ' › ') AS test, outcome, message, suite AS file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items WHERE outcome <> 'pass' OR suite IS NOT NULL ORDER BY at)
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, passed, max(failed, bail), skipped, NOT bail AND NOT EXISTS (SELECT 1 FROM items WHERE items.n = c.n AND test = suite),
       iif((SELECT count(*) FROM items WHERE items.n = c.n AND outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT n - (l->>'bailed' IS NOT NULL) AS n, coalesce(sum(iif(l->>'counted' = 'pass', l->>'count', 0)), 0) AS passed, coalesce(sum(iif(l->>'counted' = 'fail', l->>'count', 0)), 0) AS failed,
              coalesce(sum(iif(l->>'counted' IN ('skip', 'todo'), l->>'count', 0)), 0) AS skipped, coalesce(max(l->>'bail_count'), 0) + 0 AS bail, max(l->>'ran') AS ran
       FROM   lines GROUP BY 1) c
WHERE  ran IS NOT NULL AND (passed OR failed OR bail)
