-- Minitest, by itself, under Rake and under Rails; and test-unit, its older relative.
--
-- A failure has a block; `-v` names every test, too. A test whose body and whose teardown both fail counts once.
-- Rails prints a block as it happens, without a number.
-- Looked at: Minitest 5.17, test-unit 3.5.

--- into     = "tests"
--- commands = ["minitest", "rails test", "ruby test"]
--- contains = [" assertions, ", "Failure:\n", "Error:\n", " s = .", "Failure: test", "Error: test"]
--- unless   = ["-h", "--help", "--version"]
--- narrow   = ["-n", "--name", "-e", "--exclude", "-i", "--include", "-x"]
--- values   = ["-s", "--seed", "-e", "--environment", "-W"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'runs') OVER upto AS ended,
         count(coalesce(m.value->>'kind', m.value->>'unit', m.value->>'omitted', m.value->>'runs', m.value->>'gap')) OVER upto AS block
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?: *\d+\) )?(?P<kind>Failure|Error|Skipped):|(?P<unit>Failure|Error): (?P<unit_test>\w+\(\w+\))(?:: (?P<unit_error>.*))?|(?P<omitted>Omission|Pending|Notification): .*'
        || '|(?P<runs>\d+) (?:runs|tests), \d+ assertions, (?P<failures>\d+) failures, (?P<errors>\d+) errors, (?:(?P<skips>\d+) skips|(?P<pendings>\d+) pendings, (?P<omissions>\d+) omissions, .*)'
        || '|(?P<said>\S.*#.*?) = [\d.]+ s = (?P<mark>[.FES])'
        || '|(?P<title>\S.*#[^\[\]]*?)(?: \[(?P<file>[^\]:]+):(?P<row>\d+)\])?:|(?P<frame>[^\s:]+\.rb):(?P<frame_row>\d+):in .*|    (?P<inner>[^\s:]+\.rb):(?P<inner_row>\d+):in .*'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<text>[^\s=].*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, first_value(coalesce(l->>'kind', l->>'unit')) OVER b AS kind, max(coalesce(l->>'title', l->>'unit_test')) OVER (PARTITION BY block) AS title,
         max(iif(l->>'title' IS NULL AND l->>'unit_test' IS NULL, NULL, at)) OVER (PARTITION BY block) AS titled
  FROM   lines WINDOW b AS (PARTITION BY block ORDER BY at)
),
blocks AS (
  SELECT ended AS n, min(at) AS at, title AS test, iif(kind = 'Skipped', 'skip', 'fail') AS outcome,
         coalesce(max(l->>'unit_error'), substr(min(printf('%09d', at) || iif(at > titled, l->>'text', NULL)), 10)) AS message,
         coalesce(max(l->>'file'), substr(min(printf('%09d', at) || coalesce(l->>'frame', l->>'inner')), 10)) AS file,
         coalesce(max(l->>'row'), substr(min(printf('%09d', at) || coalesce(l->>'frame_row', l->>'inner_row')), 10)) AS line
  FROM   walked WHERE kind IS NOT NULL AND title IS NOT NULL GROUP BY block
  UNION ALL
  SELECT ended, at, l->>'said', CASE l->>'mark' WHEN '.' THEN 'pass' WHEN 'S' THEN 'skip' ELSE 'fail' END, NULL, NULL, NULL
  FROM   lines WHERE l->>'said' IS NOT NULL
),
items AS MATERIALIZED (
  SELECT n, test, min(outcome) AS outcome, max(message) AS message, max(file) AS file, max(line) AS line FROM blocks GROUP BY n, test
)
SELECT n, test, outcome, message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, (l->>'runs') - (l->>'failures') - (l->>'errors') - coalesce(l->>'skips', (l->>'pendings') + (l->>'omissions')),
       (l->>'failures') + (l->>'errors'), coalesce(l->>'skips', (l->>'pendings') + (l->>'omissions')),
       NOT ((l->>'failures') + (l->>'errors') > 0 AND (:command GLOB '* --fail-fast*' OR :command GLOB '*rails test* -f*')) AND NOT instr(:output, 'Interrupted. Exiting')
       AND (:runner IS 'minitest' OR matches(:output, '(?m)^Run options:.* (?:-n|--name|-e|--exclude|-i|--include|-x) ') = '[]'),
       iif((SELECT count(*) FROM items i WHERE i.n = ended - 1 AND outcome = 'pass') = (l->>'runs') - (l->>'failures') - (l->>'errors') - coalesce(l->>'skips', 0), 'items', 'summary')
FROM   lines WHERE l->>'runs' + 0 > 0
