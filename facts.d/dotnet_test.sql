-- dotnet test: VSTest's console logger, the terminal logger of .NET 9 and the Microsoft.Testing.Platform.
--
-- VSTest ends each project with one line (`Failed!  - Failed: 1, …`), or with four (`Total tests:
-- …`) if it is more verbose; projects are added up. The terminal logger prints a failure as a build
-- error named TESTERROR, and one summary for all projects. A test host that crashed or was aborted
-- has not run all tests.
-- Written from the documentation and from printed examples of .NET 8 to 10; not run here.

--- into     = "tests"
--- language = "dotnet"
--- commands = ["dotnet test", "dotnet vstest"]
--- contains = ["  Failed ", "! - Failed:", "!  - Failed:", "Test Run Failed.", "Test Run Successful.", "Test Run Aborted.", "Test summary: total: ", "error TESTERROR", "Test run summary: ", ": error CS"]
--- unless   = ["-t", "--list-tests", "--help", "-h", "--version"]
--- narrow   = ["--filter", "--filter-class", "--filter-method", "--treenode-filter"]
--- values   = ["-c", "--configuration", "-f", "--framework", "-l", "--logger", "-r", "--runtime", "-s", "--settings", "-v", "--verbosity", "-o", "--output", "--collect", "--results-directory", "-d", "--diag", "-e", "--environment", "-a", "--arch", "--os", "--project", "--solution"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l,
         count(coalesce(m.value->>'outcome', m.value->>'platform', m.value->>'error_place', m.value->>'end', m.value->>'total', m.value->>'run', m.value->>'count', m.value->>'gap')) OVER upto AS block,
         lag(m.value->>'why') OVER upto AS why, lag(m.value->>'error_place') OVER upto AS placed
  FROM   jsonb_each(matches(iif(:command GLOB '*dotnet*' OR instr(:output, '.dll (') OR instr(:output, 'Test summary: total: ') OR instr(:output, 'Test Run ') OR instr(:output, 'Test run summary: '), :output, ''),
           '(?m)^(?:  (?P<outcome>Failed|Passed|Skipped) (?P<test>\S.*?) \[(?:< )?[\d.,]+ ?\w+(?: [\d.]+ ?\w+)*\]|  (?P<why>Error Message):| +at .* in (?P<file>\S.*):line (?P<row>\d+)'
        || '|(?P<platform>failed|passed|skipped) (?P<named>\S.*?) \([\d.a-z ]+\)|(?P<end>Failed|Passed|Skipped)! +- Failed: +(?P<failed>\d+), Passed: +(?P<passed>\d+), Skipped: +(?P<skipped>\d+), Total: +(?P<all>\d+).*'
        || '|Test summary: total: (?P<total>\d+), failed: (?P<total_failed>\d+), succeeded: (?P<total_passed>\d+), skipped: (?P<total_skipped>\d+).*|(?P<run>Total tests|Test run summary): .*'
        || '| +(?P<count>Passed|Failed|Skipped|failed|succeeded|skipped): (?P<k>\d+)|(?P<aborted>Test Run Aborted\.|The active test run was aborted\..*)'
        || '| *(?P<error_place>(?P<error_file>\S.*)\((?P<error_row>\d+)\): error TESTERROR): *(?:(?P<error_test>\S+.*?) \([\d.]+m?s\): (?:Error Message: )?(?P<error>.*))?'
        || '| *(?P<source>\S.*\.(?:cs|fs|vb))\((?P<source_row>\d+),\d+\): error (?P<broken>(?:CS|FS|BC)\d+: .*?)(?: \[.*\])?'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.| +(?P<inline>\S.*?) \([\d.]+m?s\): (?:Error Message: )?(?P<inline_error>.*)| +(?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
named AS (
  SELECT block, min(at) AS at, coalesce(max(l->>'test'), max(l->>'named'), max(l->>'error_test'), max(iif(placed IS NULL, NULL, l->>'inline'))) AS test,
         CASE lower(coalesce(max(l->>'outcome'), max(l->>'platform'), 'failed')) WHEN 'failed' THEN 'fail' WHEN 'passed' THEN 'pass' ELSE 'skip' END AS outcome,
         coalesce(max(l->>'error'), max(iif(placed IS NULL, NULL, l->>'inline_error')), substr(min(printf('%09d', at) || iif(why IS NULL, NULL, coalesce(l->>'text', l->>'inline'))), 10),
                  iif(max(l->>'platform') IS NULL, NULL, substr(min(printf('%09d', at) || (l->>'text')), 10))) AS message,
         coalesce(max(l->>'error_file'), substr(min(printf('%09d', at) || (l->>'file')), 10)) AS file, coalesce(max(l->>'error_row'), substr(min(printf('%09d', at) || (l->>'row')), 10)) AS row
  FROM   lines GROUP BY block HAVING coalesce(max(l->>'test'), max(l->>'named'), max(l->>'error_place')) IS NOT NULL
  UNION ALL
  SELECT 0, min(at), '[build]', 'fail', substr(min(printf('%09d', at) || (l->>'broken')), 10), substr(min(printf('%09d', at) || (l->>'source')), 10), substr(min(printf('%09d', at) || (l->>'source_row')), 10)
  FROM   lines WHERE l->>'broken' IS NOT NULL AND :command GLOB '*dotnet test*' HAVING count(*) > 0
  UNION ALL
  SELECT 0, at, '[aborted]', 'fail', l->>'aborted', NULL, NULL FROM lines WHERE l->>'aborted' IS NOT NULL
),
items AS MATERIALIZED (
  SELECT test, min(outcome) AS outcome, max(message) AS message, replace(max(file), :root || '/', '') AS file, max(row) AS row, min(at) AS at FROM named WHERE test IS NOT NULL GROUP BY test
),
ends AS MATERIALIZED (
  SELECT (l->>'passed') + 0 AS passed, (l->>'failed') + 0 AS failed, (l->>'skipped') + 0 AS skipped FROM lines WHERE l->>'end' IS NOT NULL
  UNION ALL
  SELECT (l->>'total_passed') + 0, (l->>'total_failed') + 0, (l->>'total_skipped') + 0 FROM lines WHERE l->>'total' IS NOT NULL
  UNION ALL
  SELECT coalesce(sum(iif(l->>'count' IN ('Passed', 'succeeded'), l->>'k', 0)), 0), coalesce(sum(iif(l->>'count' IN ('Failed', 'failed'), l->>'k', 0)), 0), coalesce(sum(iif(l->>'count' IN ('Skipped', 'skipped'), l->>'k', 0)), 0)
  FROM   lines WHERE l->>'count' IS NOT NULL AND EXISTS (SELECT 1 FROM lines WHERE l->>'run' IS NOT NULL) HAVING count(*) > 0
)
SELECT test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, passed, failed, skipped,
       NOT EXISTS (SELECT 1 FROM lines WHERE l->>'aborted' IS NOT NULL OR l->>'gap' IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM items WHERE test = '[build]'), iif((SELECT max(outcome = 'pass') FROM items), 'items', 'summary')
FROM   ends WHERE passed + failed + skipped > 0
