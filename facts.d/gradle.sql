-- Gradle's `test` tasks, with the default logging and with `testLogging` turned up.
--
-- By default only failures are printed, and counts only if there are any: a green run prints only
-- the task and `BUILD SUCCESSFUL`. A task that is up to date or comes from the cache ran nothing. A
-- failing module ends a build of several modules unless --continue is set. The file of a class is
-- not printed.
-- Tested with: Gradle 4.4 with JUnit 4.13; later versions write `> Task :test` for `:test`.

--- into     = "tests"
--- language = "jvm"
--- commands = ["gradle test", "gradle check", "gradle build", "gradle :test", "gradle connectedAndroidTest", "gradle testDebugUnitTest", "gradle jvmTest", "gradle allTests"]
--- contains = [" tests completed, ", " test completed, ", " FAILED\n", " PASSED\n", "BUILD SUCCESSFUL in ", "There were failing tests"]
--- unless   = ["--dry-run", "-m", "--help", "-h", "--version", "-v"]
--- narrow   = ["--tests"]
--- values   = ["-p", "--project-dir", "-b", "-c", "-g", "-I", "-x", "--exclude-task", "--console", "--max-workers"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'test', m.value->>'ran', m.value->>'task', m.value->>'gap', m.value->>'broken')) OVER upto AS block
  FROM   jsonb_each(matches(iif(:command GLOB '*gradle*' OR instr(:output, 'BUILD SUCCESSFUL in ') OR instr(:output, 'BUILD FAILED in ') OR instr(:output, 'There were failing tests') OR instr(:output, ' tests completed, '), :output, ''),
           '(?m)^(?:(?P<test>[^\s>][^>]* > .*\S) (?P<outcome>PASSED|FAILED|SKIPPED)(?: \(.*\))?'
        || '|(?P<ran>\d+) tests? completed(?:, (?P<failed>\d+) failed)?(?:, (?P<skipped>\d+) skipped)?'
        || '|(?:> Task )?(?P<task>:(?:\S+:)?\S*[tT]ests?)(?P<state> UP-TO-DATE| FROM-CACHE| NO-SOURCE| SKIPPED| FAILED)?'
        || '|Execution failed for task ''(?P<broken>:\S*[cC]ompile\S*)''.*|(?:> Task )?(?::\S*[cC]ompile\S*?)?(?P<source>/\S+\.(?:java|kt|groovy|scala)):(?P<row>\d+): error: (?P<error>.*)'
        || '|(?P<end>BUILD (?:SUCCESSFUL|FAILED)) in .*|    (?P<text>\S.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
items AS MATERIALIZED (
  SELECT max(l->>'test') AS test, CASE max(l->>'outcome') WHEN 'FAILED' THEN 'fail' WHEN 'PASSED' THEN 'pass' ELSE 'skip' END AS outcome,
         substr(min(printf('%09d', at) || (l->>'text')), 10) AS message, NULL AS file, NULL AS row, min(at) AS at
  FROM   lines GROUP BY block HAVING max(l->>'test') IS NOT NULL
  UNION ALL
  SELECT l->>'broken', 'fail', (SELECT min(e.l->>'error') FROM lines e WHERE e.l->>'error' IS NOT NULL), (SELECT replace(e.l->>'source', :root || '/', '') FROM lines e WHERE e.l->>'error' IS NOT NULL LIMIT 1),
         (SELECT e.l->>'row' FROM lines e WHERE e.l->>'error' IS NOT NULL LIMIT 1), at
  FROM   lines WHERE l->>'broken' IS NOT NULL AND l->>'broken' LIKE '%test%'
)
SELECT test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM  (SELECT test, min(outcome) AS outcome, max(message) AS message, max(file) AS file, max(row) AS row FROM items GROUP BY test)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, iif(ran, ran - failed - skipped, nullif((SELECT count(*) FROM items WHERE outcome = 'pass'), 0)), failed, iif(ran, skipped, NULL),
       (NOT failed OR NOT deep OR :command GLOB '*--continue*') AND (:runner IS 'gradle' OR :command NOT GLOB '*gradle* :*'), iif((SELECT count(*) FROM items WHERE outcome = 'pass'), 'items', 'summary')
FROM  (SELECT coalesce(sum(l->>'ran'), 0) AS ran, coalesce(sum(l->>'failed'), 0) AS failed, coalesce(sum(l->>'skipped'), 0) AS skipped, max(l->>'end') AS end,
              count(iif(l->>'state' IS NULL OR l->>'state' = ' FAILED', l->>'task', NULL)) AS tasks, coalesce(max(l->>'task' GLOB ':*:*'), 0) AS deep, count(l->>'gap') AS gaps FROM lines)
WHERE  failed OR end = 'BUILD SUCCESSFUL' AND (tasks OR EXISTS (SELECT 1 FROM items WHERE outcome = 'pass'))
UNION ALL
-- Only the end of the build is visible.
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 'exit'
WHERE  instr(:output, 'There were failing tests') AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'ran' IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM items WHERE outcome = 'fail')
