-- Catch2: the console reporter, with `-s` or without, and the counts of the compact one.
--
-- A test case that fails has a heading between two rules, with its sections indented below its name.
-- A test case is one test; its sections are part of the message. A case that is expected to fail is
-- printed like any other. The compact reporter does not name test cases. A run with `Filters:` is
-- treated as partial, because the program can have any name.
-- Tested with: Catch2 2.13; the counts of 3.x read the same and may have `skipped` among them.

--- into     = "tests"
--- language = "c"
--- contains = ["\ntest cases: ", "All tests passed (", "-------------------------------------------------------------------------------\n", "test cases, failed ", "test case, failed "]
--- unless   = ["--list-tests", "-l", "--list-tags", "-t", "--list-reporters", "--help", "-h", "-?"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'cases', m.value->>'all', m.value->>'failing', m.value->>'every')) OVER upto AS ended, count(m.value->>'rule') OVER upto AS rules,
         count(coalesce(m.value->>'rule', m.value->>'failed', m.value->>'gap')) OVER upto AS block, lag(m.value->>'rule') OVER upto AS ruled
  FROM   jsonb_each(matches(iif(instr(:output, ' is a Catch v') OR instr(:output, ' is a Catch2 v') OR instr(:output, 'test cases: ') OR instr(:output, 'All tests passed (') OR instr(:output, ' test case'), :output, ''),
           '(?m)^(?:(?P<rule>-{79})|test cases: +(?P<cases>\d+) \|(?P<counts>.*)|All tests passed \(.* in (?P<all>\d+) test cases?\)'
        || '|Failed (?P<failing>\d+) test cases?, failed \d+ assertions?\.|Passed (?:all )?(?P<every>\d+) test cases? with .*'
        || '|(?P<file>[^\s:()]+)[:(](?P<row>\d+)\)?: (?P<failed>FAILED):|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<where>\S+[:(]\d+\)?)|  (?P<inner>\S.*)|(?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- The name is below the first of two rules, followed by its sections; the position is below the second.
walked AS (
  SELECT *, ruled IS NOT NULL AND l->>'text' IS NOT NULL AS heading, count(iif(ruled IS NOT NULL, l->>'text', NULL)) OVER (ORDER BY at) AS turn, row_number() OVER (PARTITION BY block ORDER BY at) AS nth
  FROM   lines
),
cases AS MATERIALIZED (
  SELECT *, max(iif(heading, l->>'text', NULL)) OVER (PARTITION BY turn) AS name, max(iif(heading, rules, NULL)) OVER (PARTITION BY turn) AS top FROM walked WHERE turn > 0
),
sections AS (
  SELECT turn, group_concat(l->>'inner', ' › ' ORDER BY at) AS sections FROM cases WHERE rules = top AND l->>'inner' IS NOT NULL GROUP BY turn
),
blocks AS (
  SELECT min(ended) AS n, min(at) AS at, max(turn) AS turn, max(name) AS name, max(l->>'file') AS file, max(l->>'row') AS line,
         group_concat(iif(nth BETWEEN 2 AND 4 AND coalesce(l->>'inner', l->>'text') NOT GLOB '[=.][=.]*', trim(coalesce(l->>'inner', l->>'text')), NULL), ' ' ORDER BY at) AS reason
  FROM   cases GROUP BY block HAVING max(l->>'failed') IS NOT NULL
),
failures AS (
  SELECT b.*, s.sections FROM blocks b LEFT JOIN sections s USING (turn)
),
ends AS MATERIALIZED (
  SELECT ended - 1 AS n, coalesce(l->>'cases', l->>'all', l->>'failing', l->>'every') + 0 AS cases,
         CASE WHEN l->>'cases' IS NOT NULL THEN coalesce((SELECT m.value->>'k' FROM jsonb_each(matches(l->>'counts', ' (?P<k>\d+) failed(?: \||$)')) m), 0) + 0 WHEN l->>'failing' IS NOT NULL THEN l->>'failing' + 0 ELSE 0 END AS failed,
         coalesce((SELECT sum(m.value->>'k') FROM jsonb_each(matches(l->>'counts', '(?P<k>\d+) (?:skipped|failed as expected)')) m), 0) AS skipped, l->>'failing' IS NOT NULL AS compact
  FROM   lines WHERE coalesce(l->>'cases', l->>'all', l->>'failing', l->>'every') IS NOT NULL
)
SELECT n, name AS test, 'fail' AS outcome, substr(min(printf('%09d', at) || concat_ws(': ', sections, reason)), 10) AS message, substr(min(printf('%09d', at) || file), 10) AS file, substr(min(printf('%09d', at) || line), 10) AS line,
       NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   failures WHERE NOT EXISTS (SELECT 1 FROM ends WHERE ends.n = failures.n AND failed = 0) GROUP BY n, name
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, iif(compact, NULL, cases - failed - skipped), failed, iif(compact, NULL, skipped),
       NOT (failed > 0 AND (:command GLOB '* -a*' OR :command GLOB '* --abort*' OR :command GLOB '* -x *')) AND NOT instr(:output, 'due to a fatal error condition:') AND :output NOT GLOB '*Filters: *', 'summary'
FROM   ends WHERE cases > 0
