-- sbt's `test`, with ScalaTest and MUnit.
--
-- ScalaTest prints the suite above its tests and marks the failures. sbt's own counts come last, and
-- are omitted if only ScalaTest ran and everything passed. An aborted suite prevents its tests from
-- running. MUnit prints suite and test on one line. `testOnly` is part of sbt's single argument, so
-- such a run is treated as partial.
-- Tested with: sbt 1.9 with ScalaTest 3.2 and MUnit 0.7.

--- into     = "tests"
--- language = "jvm"
--- commands = ["sbt test", "sbt testOnly", "sbt testQuick", "sbt Test/test", "sbt"]
--- contains = ["*** FAILED ***", "*** ABORTED ***", "[info] Tests: succeeded ", ": Total ", "[error] (Test / compile", "==> X "]
--- unless   = ["--help", "-h", "--version", "-version"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'test', m.value->>'aborted', m.value->>'munit', m.value->>'suite', m.value->>'gap')) OVER upto AS block,
         substr(max(printf('%09d', m.value->>'at') || (m.value->>'suite')) OVER upto, 10) AS suite
  FROM   jsonb_each(matches(iif(:command GLOB '*sbt*' OR instr(:output, '[info] ') OR instr(:output, '[error] '), :output, ''),
           '(?m)^(?:\[info\] (?P<suite>[\w.$]+):|\[(?:info|error)\] +(?:(?:- )(?P<test>\S.*?)(?: (?:(?P<bad>\*\*\* FAILED \*\*\*)|(?P<ignored>!!! IGNORED !!!|!!! CANCELED !!!|\(pending\)))(?: \(.*\))?)?'
        || '|(?P<aborted>\S+) \*\*\* ABORTED \*\*\*|Tests: succeeded (?P<good>\d+), failed (?P<failed>\d+), canceled (?P<canceled>\d+), ignored (?P<ignores>\d+), pending (?P<pending>\d+)'
        || '|(?:Passed|Failed|Error): Total (?P<total>\d+), Failed (?P<failures>\d+), Errors (?P<errors>\d+), Passed (?P<passes>\d+)(?P<others>.*)'
        || '|\*\*\* \d+ (?P<abort>SUITES? ABORTED) \*\*\*|\((?:\S+ / )?Test / compile\S*\) (?P<broken>Compilation failed)|(?P<source>/\S+\.(?:scala|java)):(?P<row>\d+):\d+: (?P<error>.*)'
        || '|(?P<text>.*?)(?: \((?P<file>[^\s()]+\.scala):(?P<file_row>\d+)\))?)'
        || '|==> X (?P<munit>\S+?\..*?) +[\d.]+s(?: (?P<why>.*))?|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
named AS (
  SELECT min(at) AS at, iif(max(l->>'munit') IS NULL AND max(l->>'aborted') IS NULL, min(suite), NULL) AS suite, coalesce(max(l->>'test'), max(l->>'aborted'), max(l->>'munit')) AS test,
         CASE WHEN max(l->>'ignored') IS NOT NULL THEN 'skip' WHEN max(l->>'test') IS NOT NULL AND max(l->>'bad') IS NULL THEN 'pass' ELSE 'fail' END AS outcome, coalesce(max(l->>'why'), substr(min(printf('%09d', at) || trim(l->>'text')), 10)) AS message, NULL AS file, NULL AS row
  FROM   lines GROUP BY block HAVING coalesce(max(l->>'test'), max(l->>'aborted'), max(l->>'munit')) IS NOT NULL
  UNION ALL
  SELECT min(at), NULL, '[compilation]', 'fail', substr(min(printf('%09d', at) || (l->>'error')), 10), replace(substr(min(printf('%09d', at) || (l->>'source')), 10), :root || '/', ''), substr(min(printf('%09d', at) || (l->>'row')), 10)
  FROM   lines WHERE l->>'error' IS NOT NULL AND EXISTS (SELECT 1 FROM lines WHERE l->>'broken' IS NOT NULL) HAVING count(*) > 0
),
ends AS (
  SELECT (l->>'passes') + 0 AS passed, (l->>'failures') + (l->>'errors') AS failed, (SELECT coalesce(sum(c.value->>'k'), 0) FROM jsonb_each(matches(l->>'others', ', \w+ (?P<k>\d+)')) c) AS skipped FROM lines WHERE l->>'total' IS NOT NULL
  UNION ALL
  SELECT (l->>'good') + 0, (l->>'failed') + 0, (l->>'canceled') + (l->>'ignores') + (l->>'pending')
  FROM   lines WHERE l->>'good' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'total' IS NOT NULL)
)
SELECT suite, test, outcome, iif(outcome = 'fail', message, NULL) AS message, file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM named WHERE outcome <> 'pass' OR suite IS NOT NULL GROUP BY suite, test
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, NOT EXISTS (SELECT 1 FROM lines WHERE l->>'abort' IS NOT NULL OR l->>'aborted' IS NOT NULL OR l->>'gap' IS NOT NULL) AND :command NOT GLOB '*testOnly*' AND :command NOT GLOB '*testQuick*', 'summary'
FROM   ends WHERE passed + failed + skipped > 0
