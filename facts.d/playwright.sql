-- Playwright Test: the list, line, dot and github reporters.
--
-- A test is named with its file and line; the line is removed from the name because it changes.
-- Failures are listed at the end below `N failed`. A mark alone proves nothing: an expected failure
-- and the first attempt of a flaky test have the same mark as a failure. A run that left tests out
-- (`did not run`) was cut short. The number of passed tests is the last line, below the failures;
-- without the blank line above the list it does not show that nothing failed.
-- Tested with: Playwright 1.65.1.

--- into     = "tests"
--- language = "javascript"
--- commands = ["playwright test"]
--- contains = [" › ", "\n  1 passed (", " passed (", "Testing stopped early"]
--- unless   = ["--list", "--help", "-h", "--version", "-V"]
--- narrow   = ["-g", "--grep", "--grep-invert", "--project", "--shard", "-G"]
--- values   = ["-c", "--config", "-j", "--workers", "--reporter", "--retries", "--timeout", "--max-failures", "--output", "--repeat-each", "--trace", "--browser", "--global-timeout", "--tsconfig"]
--- variant  = ["--last-failed", "--only-changed"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, concat(m.value->>'project', m.value->>'title') AS test, count(coalesce(m.value->>'heading', m.value->>'passed')) OVER upto AS part,
         count(coalesce(m.value->>'number', m.value->>'heading', m.value->>'passed', m.value->>'gap')) OVER upto AS block
  FROM   jsonb_each(matches(iif(:output GLOB '*Running [0-9]* test* using [0-9]* worker*' OR instr(:output, ' ─────') AND instr(:output, ' › ') OR :command GLOB '*playwright*', :output, ''),
           '(?m)^(?: +(?:(?P<mark>[✓✘✔✖×ox-]) +\d+ |(?P<number>\d+)\) )?(?P<project>\[[^\]]+\] › )?(?P<file>\S+\.\w+):(?P<row>\d+):\d+ › (?P<title>.*?)(?: \(retry #\d+\))?(?: \([\d.]+m?s\))?(?: ─+)?'
        || '|  (?P<count>\d+) (?P<heading>failed|flaky|skipped|did not run|interrupted)|  (?P<passed>\d+) passed(?: \(.*\))?|  (?P<loose>\d+) errors? (?:was|were) not a part of any test.*'
        || '|(?P<early>Testing stopped early.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|    (?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, max(l->>'heading') OVER (PARTITION BY part) AS heading FROM lines
),
reasons AS (
  SELECT max(iif(l->>'number' IS NULL, NULL, test)) AS test, substr(min(printf('%09d', at) || (l->>'text')), 10) AS message FROM lines GROUP BY block HAVING max(l->>'number') IS NOT NULL
),
ends AS MATERIALIZED (
  SELECT max(l->>'passed') + 0 AS passed, coalesce(sum(iif(l->>'heading' IN ('failed', 'interrupted'), l->>'count', 0)), 0) AS failed, coalesce(sum(iif(l->>'heading' = 'skipped', l->>'count', 0)), 0) AS skipped,
         coalesce(sum(iif(l->>'heading' = 'flaky', l->>'count', 0)), 0) AS flaky, coalesce(max(l->>'heading' IN ('did not run', 'interrupted')), 0) AS short, max(l->>'early') AS early, count(l->>'heading') AS headings
  FROM   lines
),
-- Without the list at the end, the named tests count, with the result of their last attempt.
named AS (
  SELECT test, l->>'file' AS file, l->>'row' AS row, 'fail' AS outcome, at FROM walked WHERE heading IN ('failed', 'interrupted') AND l->>'mark' IS NULL AND l->>'number' IS NULL AND l->>'title' IS NOT NULL
  UNION ALL
  SELECT test, l->>'file', l->>'row', CASE WHEN l->>'mark' IN ('✓', '✔', 'o') THEN 'pass' WHEN l->>'mark' = '-' THEN 'skip' ELSE 'fail' END, max(at)
  FROM   lines WHERE l->>'mark' IS NOT NULL AND (l->>'mark' IN ('✓', '✔', 'o', '-') OR NOT EXISTS (SELECT 1 FROM ends WHERE passed IS NOT NULL OR headings)) GROUP BY test, l->>'file'
  UNION ALL
  SELECT test, l->>'file', l->>'row', 'fail', at FROM lines WHERE l->>'number' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ends WHERE passed IS NOT NULL OR headings)
       AND NOT EXISTS (SELECT 1 FROM lines t WHERE t.test = lines.test AND t.l->>'mark' IN ('✓', '✔', 'o'))
)
SELECT n.test, min(n.outcome) AS outcome, iif(min(n.outcome) = 'fail', max(r.message), NULL) AS message, n.file, max(n.row) AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   named n LEFT JOIN reasons r ON r.test = n.test GROUP BY n.test, n.file
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, coalesce(passed, 0) + flaky, failed, skipped, NOT short AND early IS NULL AND (failed OR char(10) || :output GLOB concat('*', char(10), char(10), '  [0-9]*')), iif((SELECT count(*) FROM lines WHERE l->>'mark' IS NOT NULL), 'items', 'summary')
FROM   ends WHERE coalesce(passed, 0) + failed + flaky > 0
