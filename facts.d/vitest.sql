-- Vitest: default, verbose, dot and JSON reporters.
--
-- Each failure is named twice: in the tree (`×`) and in a block (` FAIL  cart.test.js > cart > gives
-- a discount`), which every reporter prints. A file that cannot be collected, a failing hook and an
-- unhandled rejection are counted separately (`Failed Suites`, `Errors`) and count as failures here.
-- With `--bail` the files that were not run are missing from the line `Test Files`.
-- Tested with: Vitest 1.6, 2.1, 3.2 and 4.

--- into     = "tests"
--- language = "javascript"
--- commands = ["vitest", "vitest run", "vitest watch", "vitest dev", "vitest related"]
--- contains = [" Test Files ", "\n FAIL ", "Failed Suites ", "Failed Tests ", "Unhandled Errors ", "{\"numTotalTestSuites\":"]
--- unless   = ["list", "--help", "-h", "--version", "-v", "init"]
--- narrow   = ["-t", "--testNamePattern", "related"]
--- part     = ["--shard", "--project", "--changed"]
--- values   = ["-c", "--config", "-r", "--root", "--dir", "--reporter", "--outputFile", "--bail", "--environment", "--pool", "--mode", "--shard", "--project"]

WITH json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '{"numTotalTestSuites":'), :output, ''), '(?m)^(?P<json>\{"numTotalTestSuites":.*\})$')) m
  WHERE  json_valid(m.value->>'json')
),
lines AS (
  SELECT m.value->>'at' AS at, m.value->>'part' AS n, m.value AS l, coalesce(m.value->>'path', m.value->>'suite', m.value->>'uncaught') AS owner,
         coalesce(m.value->>'section', m.value->>'files') AS section, m.value->>'unit' AS unit
  FROM   jsonb_each(matches(iif(EXISTS (SELECT 1 FROM json), '', :output),
           '(?m)^(?: FAIL +(?:\|[^|\n]*\| +|[\w-]+ +)?(?:(?P<suite>\S+) \[ .* \]|(?P<path>\S+(?: > .*)))'
        || '|⎯+ (?:(?P<section>Failed Suites|Failed Tests|Unhandled Errors) ?(?P<section_count>\d*)|(?P<uncaught>Uncaught Exception|Unhandled Rejection|Unhandled Error|Unknown Error)) ⎯+'
        || '|(?P<reason>(?:[A-Z]\w*)?Error: .*)'
        || '| ❯ (?:.* )?(?P<frame>[^\s:]+):(?P<frame_line>\d+):\d+'
        || '| (?P<state>[❯✓×↓✗□]) (?:\|[^|\n]*\| )?(?P<unit>[^\s>]+)  ?\(\d+(?: tests?)?[ |)].*'
        || '|(?P<indent> +)(?P<mark>[✓×↓✗□]) (?:\|[^|\n]*\| )?(?P<title>\S.*?)(?: \(retry .*\))?(?: \d+(?:\.\d+)?m?s)?'
        || '| Test Files  (?:(?P<files_failed>\d+) failed(?: \| )?)?(?:(?P<files_passed>\d+) passed(?: \| )?)?(?:(?P<files_skipped>\d+) skipped ?)? ?(?:\d+ todo ?)?\((?P<files>\d+)\)'
        || '| +Tests  (?P<tests>(?:no tests|(?:(?P<failed>\d+) failed(?: \| )?)?(?:(?P<passed>\d+) passed(?: \| )?)?(?:(?P<skipped>\d+) skipped(?: \| )?)?(?:(?P<todo>\d+) todo ?)? ?\(\d+\)))'
        || '| +Errors  (?P<errors>\d+) errors?)$', '', 'tests')) m
),
walked AS MATERIALIZED (
  SELECT at, n, l, substr(max(iif(unit IS NULL, NULL, printf('%09d', at) || unit)) OVER upto, 10) AS unit,
         nullif(substr(max(iif(coalesce(owner, section) IS NULL, NULL, printf('%09d', at) || coalesce(owner, ''))) OVER upto, 10), '') AS owner
  FROM   lines WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
),
-- In the tree of the default reporter a test is below its file; in the verbose one its line begins with the file. Lines
-- that Vitest 4 indents further are omitted: they are below suites that are not printed.
named AS (
  SELECT at, n, owner AS path, 'fail' AS outcome, l->>'reason' AS reason,
         iif(instr(owner, l->>'frame') = 1, l->>'frame_line', NULL) AS line
  FROM   walked WHERE owner IS NOT NULL
  UNION ALL
  SELECT at, n, iif(length(l->>'indent') > 1, unit || ' > ', '') || (l->>'title'),
         CASE l->>'mark' WHEN '✓' THEN 'pass' WHEN '↓' THEN 'skip' WHEN '□' THEN 'skip' ELSE 'fail' END, NULL, NULL
  FROM   walked WHERE l->>'mark' IS NOT NULL AND owner IS NULL AND (length(l->>'indent') = 3 AND unit IS NOT NULL OR length(l->>'indent') = 1 AND instr(l->>'title', ' > '))
),
items AS MATERIALIZED (
  SELECT min(n) AS n, path, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome,
         substr(min(printf('%09d', at) || reason), 10) AS message, substr(min(printf('%09d', at) || line), 10) AS line,
         substr(path, 1, instr(path || ' > ', ' > ') - 1) AS file, min(at) AS at
  FROM   named GROUP BY path
)
SELECT * FROM (
  SELECT n, iif(file GLOB '*.*', file, NULL) AS suite, replace(iif(instr(path, ' > '), substr(path, instr(path, ' > ') + 3), path), ' > ', ' › ') AS test, outcome, message,
         iif(file GLOB '*.*', file, NULL) AS file, line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
-- A file that passed as a whole; its tests may not be named.
SELECT n, l->>'unit', '', 'pass', NULL, l->>'unit', NULL, NULL, NULL, NULL, NULL, NULL FROM walked WHERE l->>'state' = '✓'
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed + suites + errors, skipped, NOT suites AND NOT (failed AND :command GLOB '* --bail*') AND files = coalesce(files_ended, files), iif(passes = passed, 'items', 'summary')
FROM  (SELECT n, coalesce(max(l->>'passed'), 0) + 0 AS passed, coalesce(max(l->>'failed'), 0) + 0 AS failed, coalesce(max(l->>'skipped'), 0) + coalesce(max(l->>'todo'), 0) AS skipped,
              max(coalesce(max(iif(l->>'section' = 'Failed Suites', l->>'section_count', NULL)), 0) + 0, iif(max(l->>'failed') IS NULL, coalesce(max(l->>'files_failed'), 0) + 0, 0)) AS suites, coalesce(max(l->>'errors'), 0) + 0 AS errors,
              max(l->>'files') + 0 AS files, coalesce(max(l->>'files_failed'), 0) + coalesce(max(l->>'files_passed'), 0) + coalesce(max(l->>'files_skipped'), 0) AS files_ended,
              (SELECT count(*) FROM items i WHERE i.n = w.n AND outcome = 'pass') AS passes, max(l->>'tests') AS tests
       FROM   (SELECT n - (l->>'errors' IS NOT NULL) AS n, l FROM walked) w GROUP BY n)
WHERE  tests IS NOT NULL AND (passed OR failed OR suites OR errors)
UNION ALL
SELECT NULL, file, iif(a IS NULL, file, concat_ws(' › ', (SELECT group_concat(value, ' › ') FROM json_each(a, '$.ancestorTitles') WHERE value <> ''), a->>'title')),
       CASE a->>'status' WHEN 'passed' THEN 'pass' WHEN 'failed' THEN 'fail' ELSE iif(a IS NULL, 'fail', 'skip') END,
       substr(said, 1, instr(said || char(10), char(10)) - 1), file, a->>'$.location.line', NULL, NULL, NULL, NULL, NULL
FROM  (SELECT iif(f.value->>'name' GLOB :cwd || '/*', substr(f.value->>'name', length(:cwd) + 2), f.value->>'name') AS file, a.value AS a,
              coalesce(a.value->>'$.failureMessages[0]', iif(a.value IS NULL, f.value->>'message', NULL)) AS said
       FROM   json, json_each(j, '$.testResults') f LEFT JOIN json_each(f.value, '$.assertionResults') a
       WHERE  a.value IS NOT NULL OR f.value->>'status' = 'failed')
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, j->>'numPassedTests', (j->>'numFailedTests') + unloaded, (j->>'numPendingTests') + (j->>'numTodoTests'), NOT unloaded, 'structured'
FROM  (SELECT j, (SELECT count(*) FROM json_each(j, '$.testResults') f WHERE f.value->>'status' = 'failed'
                  AND NOT EXISTS (SELECT 1 FROM json_each(f.value, '$.assertionResults') WHERE value->>'status' = 'failed')) AS unloaded FROM json)
WHERE  j->>'numTotalTests' OR unloaded
