-- Jest: default, `--verbose` and `--json`.
--
-- Failures are named in blocks (`● cart › gives a discount`) below the line of their file. The tree
-- with `✓` and `✕` is printed for a single file and with `--verbose`; the path of a test is formed
-- by the headings above it. A file that cannot be loaded is `Test suite failed to run` and is not
-- included in the counts. With `--bail` the line `Test Suites:` has `1 of 6 total`. Long runs repeat
-- all failures at the end.
-- Tested with: Jest 29.7.

--- into     = "tests"
--- language = "javascript"
--- commands = ["jest"]
--- contains = ["Test Suites: ", "  ● ", "✕ ", "{\"numFailedTestSuites\":"]
--- unless   = ["--listTests", "--showConfig", "--version", "-v", "--help", "-h", "--clearCache", "--init"]
--- narrow   = ["-t", "--testNamePattern", "--testPathPattern", "--testPathPatterns"]
--- part     = ["--shard", "--selectProjects", "--changedSince", "-o", "--onlyChanged", "--onlyFailures", "-f"]
--- values   = ["-c", "--config", "--rootDir", "--env", "--maxWorkers", "-w", "--reporters", "--coverageDirectory", "--outputFile", "--testTimeout", "--seed", "--shard", "--selectProjects", "--changedSince"]

WITH json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '"numFailedTestSuites":'), :output, ''), '(?m)^(?P<json>\{"numFailedTestSuites":.*\})$')) m
  WHERE  json_valid(m.value->>'json')
),
lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'file' AS file, m.value->>'block' AS block, m.value->>'mark' AS mark, m.value->>'title' AS title,
         length(m.value->>'indent') / 2 AS depth, m.value->>'heading' AS heading, m.value->>'reason' AS reason,
         m.value->>'frame' AS frame, m.value->>'frame_line' AS frame_line, m.value->>'total' AS total, m.value->>'gap' AS gap, m.value AS l, m.value->>'part' AS n
  FROM   jsonb_each(matches(iif(EXISTS (SELECT 1 FROM json), '', :output),
           '(?m)^(?: ?(?P<state>PASS|FAIL) +(?:.* )?(?:\./)?(?P<file>[^\s:]+\.(?:[cm]?[jt]sx?|vue|svelte))(?: \(.*\))?'
        || '|  ● (?P<block>\S.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?P<indent>(?:  )+)(?:(?P<mark>[✓✕○✎]|√|×) (?:skipped |todo )?(?P<title>\S.*?)(?: \([\d.]+ m?s\))?|(?P<frame_at>at )(?:.*\()?(?P<frame>[^\s()]+):(?P<frame_line>\d+):\d+\)?|(?P<heading>[^\s●].*))'
        || '|Test Suites: +(?:(?P<suites_failed>\d+) failed, )?(?:\d+ skipped, )?(?:\d+ passed, )?(?P<bailed>\d+ of )?\d+ total'
        || '|Tests: +(?:(?P<failed>\d+) failed, )?(?:(?P<skipped>\d+) (?:skipped|pending), )?(?:(?P<todo>\d+) todo, )?(?:(?P<passed>\d+) passed, )?(?P<total>\d+) total)$', '', 'total')) m
),
-- The context of a line: its file, its block, and the headings above it.
walked AS (
  SELECT *, nullif(substr(max(iif(coalesce(file, total, gap) IS NULL, NULL, printf('%09d', at) || coalesce(file, ''))) OVER upto, 10), '') AS suite,
         nullif(substr(max(iif(coalesce(file, block, total, gap) IS NULL, NULL, printf('%09d', at) || coalesce(block, ''))) OVER upto, 10), '') AS owner,
         max(iif(depth = 1, printf('%09d', at) || heading, NULL)) OVER upto AS h1,
         max(iif(depth = 2, printf('%09d', at) || heading, NULL)) OVER upto AS h2,
         max(iif(depth = 3, printf('%09d', at) || heading, NULL)) OVER upto AS h3,
         max(iif(depth = 4, printf('%09d', at) || heading, NULL)) OVER upto AS h4,
         max(iif(depth = 5, printf('%09d', at) || heading, NULL)) OVER upto AS h5
  FROM   lines WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
),
-- In the tree the path of a test is formed by the headings above it; in a block it is printed.
named AS (
  SELECT at, n, suite, coalesce(owner, concat_ws(' › ', iif(depth > 1, substr(h1, 10), NULL), iif(depth > 2, substr(h2, 10), NULL),
                                iif(depth > 3, substr(h3, 10), NULL), iif(depth > 4, substr(h4, 10), NULL), iif(depth > 5, substr(h5, 10), NULL), title)) AS test,
         CASE mark WHEN '✓' THEN 'pass' WHEN '√' THEN 'pass' WHEN '○' THEN 'skip' WHEN '✎' THEN 'skip' ELSE 'fail' END AS outcome,
         iif(owner IS NULL, NULL, heading) AS reason, iif(suite LIKE '%' || ltrim(frame, './'), frame_line, NULL) AS line
  FROM   walked
  WHERE  owner IS NOT NULL AND owner NOT IN ('Console', 'Obsolete snapshot') AND mark IS NULL OR owner IS NULL AND mark IS NOT NULL AND suite IS NOT NULL
),
items AS MATERIALIZED (
  SELECT min(n) AS n, suite, test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome,
         substr(min(printf('%09d', at) || reason), 10) AS message, substr(min(printf('%09d', at) || line), 10) AS line, min(at) AS at
  FROM   named GROUP BY suite, test
)
SELECT * FROM (
  SELECT n, suite, iif(test = 'Test suite failed to run', coalesce(suite, test), test) AS test, outcome, message, suite AS file, line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
-- A file that passed as a whole; its tests may not be named.
SELECT n, file, '', 'pass', NULL, file, NULL, NULL, NULL, NULL, NULL, NULL FROM lines WHERE l->>'state' = 'PASS'
UNION ALL
SELECT t.n, NULL, NULL, NULL, NULL, NULL, NULL, coalesce(t.l->>'passed', 0) + 0,
       coalesce(t.l->>'failed', 0) + coalesce(i.unloaded, 0) + iif(t.l->>'failed' IS NULL AND i.unloaded IS NULL, coalesce(s.l->>'suites_failed', 0), 0),
       coalesce(t.l->>'skipped', 0) + coalesce(t.l->>'todo', 0),
       s.l->>'bailed' IS NULL AND coalesce(i.unloaded, 0) = 0,
       iif((SELECT count(*) FROM items WHERE items.n = t.n AND outcome = 'pass') = coalesce(t.l->>'passed', 0) + 0, 'items', 'summary')
FROM   lines t LEFT JOIN lines s ON s.n = t.n AND s.l->>'file' IS NULL AND s.l->>'indent' IS NULL AND s.block IS NULL AND s.total IS NULL
       LEFT JOIN (SELECT n, sum(test = 'Test suite failed to run') AS unloaded FROM items GROUP BY n HAVING unloaded) i ON i.n = t.n
WHERE  t.total IS NOT NULL AND (t.l->>'passed' IS NOT NULL OR t.l->>'failed' IS NOT NULL OR s.l->>'suites_failed' IS NOT NULL)
UNION ALL
SELECT NULL, file, iif(a IS NULL, file, concat_ws(' › ', (SELECT group_concat(value, ' › ') FROM json_each(a, '$.ancestorTitles')), a->>'title')),
       CASE a->>'status' WHEN 'passed' THEN 'pass' WHEN 'failed' THEN 'fail' ELSE iif(a IS NULL, 'fail', 'skip') END,
       (SELECT group_concat(m.value->>'plain', '') FROM jsonb_each(matches(substr(said, 1, instr(said || char(10), char(10)) - 1), '(?P<plain>[^\x1b]+)|\x1b\[[0-9;]*m')) m),
       file, NULL, NULL, NULL, NULL, NULL, NULL
FROM  (SELECT iif(f.value->>'name' GLOB :cwd || '/*', substr(f.value->>'name', length(:cwd) + 2), f.value->>'name') AS file, a.value AS a,
              coalesce(a.value->>'$.failureMessages[0]', iif(a.value IS NULL, replace(ltrim(f.value->>'message'), '● Test suite failed to run' || char(10, 10) || '    ', ''), NULL)) AS said
       FROM   json, json_each(j, '$.testResults') f LEFT JOIN json_each(f.value, '$.assertionResults') a
       WHERE  a.value IS NOT NULL OR f.value->>'status' = 'failed')
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, j->>'numPassedTests', (j->>'numFailedTests') + (j->>'numRuntimeErrorTestSuites'),
       (j->>'numPendingTests') + (j->>'numTodoTests'), NOT (j->>'wasInterrupted') AND NOT (j->>'numRuntimeErrorTestSuites'), 'structured'
FROM   json WHERE j->>'numTotalTests' OR j->>'numRuntimeErrorTestSuites'
