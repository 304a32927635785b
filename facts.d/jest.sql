-- Jest: default, `--verbose` and `--json`.
--
-- Failures are named in blocks (`● cart › gives a discount`) below the line of their file. The tree
-- with `✓` and `✕` is printed for a single file and with `--verbose`; the path of a test is formed
-- by the headings above it. A file that cannot be loaded is `Test suite failed to run` and is not
-- included in the counts. With `--bail` the line `Test Suites:` has `1 of 6 total`.
-- Tested with: Jest 29.7.

--- into     = "tests"
--- language = "javascript"
--- commands = ["jest"]
--- contains = ["Test Suites: ", "  ● ", "✕ ", "{\"numFailedTestSuites\":"]
--- unless   = ["--listTests", "--showConfig", "--version", "-v", "--help", "-h", "--clearCache", "--init"]
--- narrow   = ["-t", "--testNamePattern", "--testPathPattern", "--testPathPatterns"]
--- part     = ["--shard", "--selectProjects", "--changedSince", "-o", "--onlyChanged", "--onlyFailures", "-f"]
--- values   = ["-c", "--config", "--rootDir", "--env", "--maxWorkers", "-w", "--reporters", "--coverageDirectory", "--outputFile", "--testTimeout", "--seed", "--shard", "--selectProjects", "--changedSince"]
---
--- suite.file      = ' ?(?P<outcome>PASS|FAIL) +(?:.* )?(?:\./)?(?P<suite>(?P<file>[^\s:]+\.(?:[cm]?[jt]sx?|vue|svelte)))(?: \(.*\))?'
--- stop.unloaded   = '  ● Test suite failed to run'
--- section.console = '  ● (?:Console|Obsolete snapshot)'
--- section.fail    = '  ● (?P<test>\S.*)'
--- test.mark       = '(?P<indent>(?:  )+)(?P<outcome>[✓✕○✎√×]) (?:skipped |todo )?(?P<test>\S.*?)(?: \([\d.]+ m?s\))?'
--- detail.frame    = '(?:  )+at (?:.*\()?(?P<file>[^\s()]+):(?P<line>\d+):\d+\)?'
--- detail.reason   = '(?:  )+(?P<message>[^\s●].*)'
--- head.describe   = '(?P<indent>(?:  )+)(?P<test>[^\s●].*)'
--- stop.bail       = 'Test Suites: .*\d+ of \d+ total'
--- tally.suites    = 'Test Suites: +(?:(?P<suites>\d+) failed, )?.*\d+ total'
--- tally.tests     = 'Tests: +(?P<counts>.*total)'
--- json.report     = '\{"numFailedTestSuites":'
--- set.unloaded.test = "{suite}"
--- ends            = ["tally.tests"]
--- in.file         = ["test.mark", "head.describe"]
--- in.fail         = ["detail.frame", "detail.reason"]
--- in.unloaded     = ["detail.frame", "detail.reason"]

SELECT file AS suite, file, iif(a IS NULL, file, concat_ws(' › ', (SELECT group_concat(value, ' › ') FROM json_each(a, '$.ancestorTitles')), a->>'title')) AS test,
       coalesce(a->>'status', 'failed') AS outcome, iif(a IS NULL, replace(said, '● Test suite failed to run', ''), a->>'$.failureMessages[0]') AS message, iif(a IS NULL, 0, NULL) AS ended
FROM  (SELECT replace(f.value->>'name', :cwd || '/', '') AS file, f.value->>'status' AS status, f.value->>'message' AS said, a.value AS a
       FROM   documents, json_each(doc, '$.testResults') f LEFT JOIN json_each(f.value, '$.assertionResults') a)
WHERE  a IS NOT NULL OR status = 'failed'
