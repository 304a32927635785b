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
--- stops    = ["--bail"]
---
--- suite.file       = ' (?P<outcome>[❯✓×↓✗□]) (?:\|[^|]*\| )?(?P<suite>(?P<file>[^\s>]+))  ?\(\d+(?: tests?)?[ |)].*'
--- test.tree        = ' {3}(?P<outcome>[✓×↓✗□]) (?:\|[^|]*\| )?(?P<test>\S.*?)(?: \(retry .*\))?(?: [\d.]+m?s)?'
--- test.verbose     = ' (?P<outcome>[✓×↓✗□]) (?:\|[^|]*\| )?(?P<suite>(?P<file>\S+)) > (?P<test>\S.*?)(?: \(retry .*\))?(?: [\d.]+m?s)?'
--- stop.suites      = '⎯+ Failed Suites \d+ ⎯+'
--- stop.suite       = ' FAIL +(?:\|[^|]*\| +|[\w-]+ +)?(?P<suite>(?P<file>(?P<test>\S+))) \[ .* \]'
--- test.fail        = ' FAIL +(?:\|[^|]*\| +|[\w-]+ +)?(?P<suite>(?P<file>\S+)) > (?P<test>.*)'
--- section.failed   = '⎯+ (?:Failed Tests \d+|Unhandled Errors) ⎯+'
--- section.error    = '⎯+ (?P<test>Uncaught Exception|Unhandled Rejection|Unhandled Error|Unknown Error) ⎯+'
--- detail.reason    = '(?P<message>(?:[A-Z]\w*)?Error: .*)'
--- detail.frame     = ' ❯ (?:.* )?(?P<file>[^\s:]+):(?P<line>\d+):\d+'
--- tally.files      = ' Test Files  (?P<suites>.*\(\d+\))'
--- tally.tests      = ' +Tests  (?:no tests|(?P<counts>.*\(\d+\)))'
--- tally.errors     = ' +Errors  (?P<counts>\d+ errors?)'
--- json.report      = '\{"numTotalTestSuites":'
--- ends             = ["tally.tests"]
--- in.file          = ["test.tree"]
--- set.error.outcome = "fail"
--- set.error.suite  = ""
--- set.error.file   = ""
--- joins            = " > "
--- words.skip       = ["↓", "□"]

WITH files AS (
  SELECT doc, replace(f.value->>'name', :cwd || '/', '') AS file, f.value->>'message' AS said, f.value->'assertionResults' AS tests,
         f.value->>'status' = 'failed'
         AND NOT EXISTS (SELECT 1 FROM json_each(f.value, '$.assertionResults') WHERE value->>'status' = 'failed') AS unloaded
  FROM   documents, json_each(doc, '$.testResults') f
)
SELECT file AS suite, file, a.value->>'$.location.line' AS line, coalesce(a.value->>'status', 'failed') AS outcome,
       CASE WHEN a.value IS NULL THEN file ELSE concat_ws(' › ', (SELECT group_concat(value, ' › ')
         FROM json_each(a.value, '$.ancestorTitles') WHERE value <> ''), a.value->>'title') END AS test,
       coalesce(a.value->>'$.failureMessages[0]', iif(a.value IS NULL, said, NULL)) AS message,
       NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   files LEFT JOIN json_each(tests) a WHERE a.value IS NOT NULL OR unloaded
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, doc->>'numPassedTests', (doc->>'numFailedTests') + sum(unloaded),
       (doc->>'numPendingTests') + (doc->>'numTodoTests'), NOT sum(unloaded), 'structured'
FROM   files GROUP BY doc
