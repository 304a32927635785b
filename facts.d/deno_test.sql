-- deno test: the pretty and dot reporters.
--
-- A step is indented below its test and counted in brackets. Steps count as tests here, because each
-- has a name. The list below ERRORS has the path (`table ... two`), the position and the reason. A
-- type error and a module that cannot be loaded are failures without counts.
-- Tested with: Deno 2.9.

--- into     = "tests"
--- language = "javascript"
--- commands = ["deno test"]
--- contains = [" tests from ./", " test from ./", "\nok | ", "\nFAILED | ", "error: Type checking failed.", "error: Module not found "]
--- unless   = ["--no-run", "--help", "-h"]
--- narrow   = ["--filter"]
--- part     = ["--ignore"]
--- values   = ["-c", "--config", "--import-map", "--reporter", "--junit-path", "--location", "--lock", "--seed", "--ignore"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, length(m.value->>'indent') / 2 AS depth, m.value->>'test' AS test, m.value->>'outcome' AS outcome, m.value->>'block' AS block,
         count(coalesce(m.value->>'file', m.value->>'gap')) OVER (ORDER BY m.value->>'at') AS unit, count(m.value->>'block') OVER (ORDER BY m.value->>'at') AS turn,
         count(m.value->>'verdict') OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS n
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:running \d+ tests? from (?:\./)?(?P<file>\S+)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?P<verdict>ok|FAILED) \| (?P<passed>\d+) passed(?: \((?P<steps_passed>\d+) steps?\))? \| (?P<failed>\d+) failed(?: \((?P<steps_failed>\d+) steps?\))?(?: \| (?P<ignored>\d+) ignored(?: \((?P<steps_ignored>\d+) steps?\))?)?.*\([\d.hms]+µ?s?\)'
        || '|(?P<block>\S.*) => (?:\./)?(?P<source>\S+?):(?P<source_line>\d+):\d+'
        || '|error: (?P<unrun>Type checking failed\.|Module not found .*)'
        || '|(?:error: |TS\d+ \[ERROR\]: )(?P<reason>.*)'
        || '|(?P<loose>\S+) \(uncaught error\)(?: \.\.\. FAILED.*)?'
        || '|(?P<indent>(?:  )*)(?P<test>\S.*?) \.\.\.(?: (?P<outcome>ok|FAILED|ignored).*)?)$')) m
  WHERE  instr(:output, ' from ./') OR :output GLOB '* | [0-9]* passed *' OR :command LIKE '%deno%'
),
walked AS MATERIALIZED (
  SELECT *, max(l->>'file') OVER (PARTITION BY unit) AS file, max(block) OVER (PARTITION BY turn) AS owner,
         max(iif(depth = 0, printf('%09d', at) || test, NULL)) OVER up AS h0, max(iif(depth = 1, printf('%09d', at) || test, NULL)) OVER up AS h1,
         max(iif(depth = 2, printf('%09d', at) || test, NULL)) OVER up AS h2
  FROM   lines WINDOW up AS (ORDER BY at)
),
named AS (
  SELECT at, n, file, concat_ws(' ... ', iif(depth > 0, substr(h0, 10), NULL), iif(depth > 1, substr(h1, 10), NULL), iif(depth > 2, substr(h2, 10), NULL), test) AS test, outcome, NULL AS message, NULL AS line
  FROM   walked WHERE outcome IS NOT NULL AND file IS NOT NULL AND turn = 0
  UNION ALL
  SELECT min(at), min(n), max(l->>'source'), owner, 'FAILED', substr(min(printf('%09d', at) || (l->>'reason')), 10), max(l->>'source_line')
  FROM   walked WHERE owner IS NOT NULL GROUP BY turn
  UNION ALL
  SELECT at, n, ltrim(l->>'loose', './'), ltrim(l->>'loose', './'), 'FAILED', NULL, NULL FROM lines WHERE l->>'loose' IS NOT NULL
  UNION ALL
  SELECT at, n, NULL, 'deno test', 'FAILED', coalesce((SELECT l->>'reason' FROM lines WHERE l->>'reason' IS NOT NULL ORDER BY at LIMIT 1), l->>'unrun'), NULL FROM lines WHERE l->>'unrun' IS NOT NULL
),
items AS MATERIALIZED (
  SELECT min(at) AS at, min(n) AS n, file, test, iif(max(outcome = 'FAILED'), 'fail', iif(max(outcome = 'ok'), 'pass', 'skip')) AS outcome, substr(min(printf('%09d', at) || message), 10) AS message, max(line) AS line
  FROM   named GROUP BY file, test
)
SELECT * FROM (SELECT n, file AS suite, test, outcome, message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items ORDER BY at)
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, NOT (failed AND :command GLOB '*--fail-fast*') AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'loose' IS NOT NULL),
       iif((SELECT count(*) FROM items WHERE items.n = c.n AND outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT n, (l->>'passed') + coalesce(l->>'steps_passed', 0) AS passed, (l->>'failed') + coalesce(l->>'steps_failed', 0) AS failed,
              coalesce(l->>'ignored', 0) + coalesce(l->>'steps_ignored', 0) AS skipped FROM lines WHERE l->>'verdict' IS NOT NULL) c
WHERE  passed OR failed
