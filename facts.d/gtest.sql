-- GoogleTest: plain, `--gtest_brief=1` and `--gtest_repeat`.
--
-- The reason of a failed test is above its line; failed tests are listed again after the counts,
-- except in brief output. A suite whose set-up fails is listed, too, and counted separately. A crash
-- ends the output in the middle of a test, which only the exit code distinguishes from truncated
-- output. A filter is printed at the top; such a run is treated as partial, because the program can
-- have any name.
-- Tested with: GoogleTest 1.12.

--- into     = "tests"
--- language = "c"
--- contains = ["[  FAILED  ] ", "[  PASSED  ] ", "[       OK ] ", "[ RUN      ] "]
--- unless   = ["--gtest_list_tests", "--help"]
--- narrow   = ["--gtest_filter"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'ran') OVER upto AS ended,
         count(coalesce(m.value->>'start', m.value->>'outcome', m.value->>'place', m.value->>'ran', m.value->>'gap')) OVER upto AS block, count(coalesce(m.value->>'start', m.value->>'outcome', m.value->>'ran', m.value->>'gap')) OVER upto AS turn
  FROM   jsonb_each(matches(iif(instr(:output, 'Running tests from scanned files.'), '', :output),
           '(?m)^(?:\[ RUN      \] (?P<start>\S+)|\[(?P<outcome>       OK|  FAILED |  SKIPPED) +\] (?P<test>[^\s,]+)(?:, where .*)? \(\d+ ms\)'
        || '|\[  FAILED  \] (?P<count>\d+) tests?, listed below:|\[  FAILED  \] (?P<listed>[^\s,:]+)(?:, where .*)?|\[  FAILED  \] (?P<suite>\S+): .*'
        || '|\[==========\] (?P<ran>\d+) tests? from \d+ test (?:suite|case)s? ran\..*|\[  PASSED  \] (?P<passed>\d+) tests?\.|\[  SKIPPED \] (?P<skipped>\d+) tests?.*|\[ DISABLED \] (?P<disabled>\S+)'
        || '|(?P<place>(?P<file>[^\s:()]+)(?::|\()(?P<row>\d+)\)?: (?:Failure|(?P<skip>Skipped)|error: .*)|unknown file: (?:Failure|error: .*))'
        || '|(?P<crash>Aborted|Segmentation fault|.*\(core dumped\).*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<text>[^\[].*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- The first reason of a test, up to four lines.
reasons AS (
  SELECT turn, l->>'skip' IS NOT NULL AS skip, min(block) AS block, substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(printf('%09d', at) || (l->>'row')), 10) AS row
  FROM   lines WHERE l->>'place' IS NOT NULL GROUP BY 1, 2
),
texts AS (
  SELECT block, substr(group_concat(trim(text), ' '), 1, 200) AS text
  FROM  (SELECT block, l->>'text' AS text, row_number() OVER (PARTITION BY block ORDER BY at) AS nth FROM lines WHERE l->>'text' IS NOT NULL ORDER BY at)
  WHERE  nth <= 4 GROUP BY block
),
named AS (
  SELECT l.ended AS n, l.at, l->>'test' AS test, CASE trim(l->>'outcome') WHEN 'OK' THEN 'pass' WHEN 'FAILED' THEN 'fail' ELSE 'skip' END AS outcome, t.text AS message, r.file, r.row AS line, 0 AS apart
  FROM   lines l LEFT JOIN reasons r ON r.turn = l.turn - 1 AND l->>'outcome' = iif(r.skip, '  SKIPPED', '  FAILED ') LEFT JOIN texts t ON t.block = r.block
  WHERE  l->>'test' IS NOT NULL
  UNION ALL
  SELECT ended - 1, at, coalesce(l->>'listed', l->>'suite'), 'fail', NULL, NULL, NULL, l->>'suite' IS NOT NULL FROM lines WHERE ended AND coalesce(l->>'listed', l->>'suite') IS NOT NULL
  UNION ALL
  SELECT s.ended, s.at, s.l->>'start', 'fail', 'ended without a result', NULL, NULL, 0
  FROM   lines s WHERE s.l->>'start' IS NOT NULL AND s.turn = (SELECT max(turn) FROM lines) AND (:exit >= 128 OR EXISTS (SELECT 1 FROM lines WHERE l->>'crash' IS NOT NULL))
),
items AS MATERIALIZED (
  SELECT n, test, min(outcome) AS outcome, max(message) AS message, max(file) AS file, max(line) AS line, min(at) AS at, max(apart) AS apart FROM named GROUP BY n, test
)
SELECT n, test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, passed, coalesce(failed, ran - passed - skipped) + (SELECT coalesce(sum(apart), 0) FROM items i WHERE i.n = t.n), skipped,
       NOT (ran > passed + skipped AND :command GLOB '*--gtest_fail_fast*') AND NOT EXISTS (SELECT 1 FROM items i WHERE i.n = t.n AND apart) AND NOT instr(:output, 'Note: Google Test filter = '), iif((SELECT count(*) FROM items i WHERE i.n = t.n AND outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT ended - 1 AS n, max(l->>'ran') + 0 AS ran, max(l->>'passed') + 0 AS passed, max(l->>'count') + 0 AS failed, coalesce(max(l->>'skipped'), 0) + 0 AS skipped FROM lines WHERE ended GROUP BY ended) t
WHERE  ran > 0 AND passed IS NOT NULL
