-- Minitest, by itself, under Rake and under Rails; and test-unit, its older relative.
--
-- A failure has a block; `-v` also names every test. A test whose body and teardown both fail counts
-- once. Rails prints a block when it occurs, without a number.
-- Tested with: Minitest 5.17, test-unit 3.5.

--- into     = "tests"
--- language = "ruby"
--- commands = ["minitest", "rails test", "ruby test"]
--- contains = [" assertions, ", "Failure:\n", "Error:\n", " s = .", "Failure: test", "Error: test"]
--- unless   = ["-h", "--help", "--version"]
--- narrow   = ["-n", "--name", "-e", "--exclude", "-i", "--include", "-x"]
--- values   = ["-s", "--seed", "-e", "--environment", "-W"]

WITH raw AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<begun>Run options: .*|# Running:|Loaded suite .*|Started)|(?P<finished>Finished in [\d.]+ ?s.*)|(?: *\d+\) )?(?P<kind>Failure|Error|Skipped):|(?P<unit>Failure|Error): (?P<unit_test>\w+\(\w+\))(?:: (?P<unit_error>.*))?|(?P<omitted>Omission|Pending|Notification): .*'
        || '|(?P<runs>\d+) (?:runs|tests), \d+ assertions, (?P<failures>\d+) failures, (?P<errors>\d+) errors, (?:(?P<skips>\d+) skips|(?P<pendings>\d+) pendings, (?P<omissions>\d+) omissions, .*)'
        || '|(?P<said>\S.*#.*?) = [\d.]+ s = (?P<mark>[.FES])'
        || '|(?P<title>\S.*#[^\[\]]*?)(?: \[(?P<file>[^\]:]+):(?P<row>\d+)\])?:|(?P<frame>[^\s:]+\.rb):(?P<frame_row>\d+):in .*|    (?P<inner>[^\s:]+\.rb):(?P<inner_row>\d+):in .*'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<text>[^\s=].*))$')) m
),
-- A test can print counts, too. The runner's own are below `Finished in`; those between the start of a run and that line belong to
-- a test. If neither line is in the output, counts that are followed by others may belong to a test and do not mark the end.
marks AS MATERIALIZED (
  SELECT at, CASE WHEN l->>'runs' IS NOT NULL THEN 'counts' WHEN l->>'finished' IS NULL THEN 'begun' ELSE 'finished' END AS what
  FROM   raw WHERE coalesce(l->>'runs', l->>'begun', l->>'finished') IS NOT NULL
),
counts AS MATERIALIZED (
  SELECT at, above IS 'begun' OR below IS 'finished' AND NOT (above IS 'finished' AND nth = 1) AS printed, above IS NOT 'finished' AND next IS 'counts' AS doubtful
  FROM  (SELECT *, row_number() OVER (PARTITION BY turn ORDER BY at) - (above IS NOT NULL) AS nth
         FROM  (SELECT at, what, lead(what) OVER (ORDER BY at) AS next, turn, (SELECT a.what FROM marks a WHERE a.at < m.at AND a.what <> 'counts' ORDER BY a.at DESC LIMIT 1) AS above,
                       (SELECT b.what FROM marks b WHERE b.at > m.at AND b.what <> 'counts' ORDER BY b.at LIMIT 1) AS below
                FROM  (SELECT *, count(nullif(what, 'counts')) OVER (ORDER BY at) AS turn FROM marks) m))
  WHERE  what = 'counts'
),
lines AS MATERIALIZED (
  SELECT at, l, count(runs) OVER upto AS ended, count(coalesce(l->>'kind', l->>'unit', l->>'omitted', runs, l->>'gap')) OVER upto AS block, runs, doubtful
  FROM  (SELECT raw.at, l, iif(printed, NULL, l->>'runs') AS runs, doubtful FROM raw LEFT JOIN counts ON counts.at = raw.at WHERE l->>'begun' IS NULL AND l->>'finished' IS NULL)
  WINDOW upto AS (ORDER BY at)
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
       NOT doubtful AND NOT ((l->>'failures') + (l->>'errors') > 0 AND (:command GLOB '* --fail-fast*' OR :command GLOB '*rails test* -f*')) AND NOT instr(:output, 'Interrupted. Exiting')
       AND (:runner IS 'minitest' OR matches(:output, '(?m)^Run options:.* (?:-n|--name|-e|--exclude|-i|--include|-x) ') = '[]'),
       iif((SELECT count(*) FROM items i WHERE i.n = ended - 1 AND outcome = 'pass') = (l->>'runs') - (l->>'failures') - (l->>'errors') - coalesce(l->>'skips', 0), 'items', 'summary')
FROM   lines WHERE runs + 0 > 0
