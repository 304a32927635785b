-- Catch2: the console reporter, with `-s` or without, and the counts of the compact one.
--
-- A test case that fails has a heading between two rules, with its sections indented below its name; a case is one test, its sections are told
-- in the message. A case that is expected to fail is printed like any other. The compact reporter does not name test cases.
-- Looked at: Catch2 2.13; the counts of 3.x read the same and may have `skipped` among them.

--- into     = "tests"
--- contains = ["\ntest cases: ", "All tests passed (", "-------------------------------------------------------------------------------\n", "test cases, failed ", "test case, failed "]
--- unless   = ["--list-tests", "-l", "--list-tags", "-t", "--list-reporters", "--help", "-h", "-?"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'cases', m.value->>'all', m.value->>'failing', m.value->>'every')) OVER upto AS ended, count(m.value->>'rule') OVER upto AS rules,
         count(coalesce(m.value->>'rule', m.value->>'failed', m.value->>'gap')) OVER upto AS block, lag(m.value->>'rule') OVER upto AS ruled
  FROM   json_each(matches(iif(instr(:output, ' is a Catch v') OR instr(:output, ' is a Catch2 v') OR instr(:output, 'test cases: ') OR instr(:output, 'All tests passed (') OR instr(:output, ' test case'), :output, ''),
           '(?m)^(?:(?P<rule>-{79})|test cases: +(?P<cases>\d+) \|(?P<counts>.*)|All tests passed \(.* in (?P<all>\d+) test cases?\)'
        || '|Failed (?P<failing>\d+) test cases?, failed \d+ assertions?\.|Passed (?:all )?(?P<every>\d+) test cases? with .*'
        || '|(?P<file>[^\s:()]+)[:(](?P<row>\d+)\)?: (?P<failed>FAILED):|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<where>\S+[:(]\d+\)?)|  (?P<inner>\S.*)|(?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- The name stands below the first of two rules, its sections below it; a place stands below the second.
headings AS (
  SELECT at AS heading, l->>'text' AS name, rules FROM lines WHERE ruled IS NOT NULL AND l->>'text' IS NOT NULL 
),
failures AS (
  SELECT f.ended AS n, f.at, f.block, f.l->>'file' AS file, f.l->>'row' AS line, h.name, h.heading,
         (SELECT group_concat(s.l->>'inner', ' › ') FROM (SELECT l, at FROM lines WHERE rules = h.rules ORDER BY at) s WHERE s.at > h.heading AND s.l->>'inner' IS NOT NULL) AS sections,
         (SELECT group_concat(x.text, ' ') FROM (SELECT trim(coalesce(l->>'inner', l->>'text')) AS text FROM lines t WHERE t.block = f.block AND t.at > f.at ORDER BY at LIMIT 3) x WHERE x.text NOT GLOB '[=.-][=.-][=.-]*') AS reason
  FROM   lines f JOIN headings h ON h.heading = (SELECT max(heading) FROM headings WHERE heading < f.at)
  WHERE  f.l->>'failed' IS NOT NULL
),
ends AS (
  SELECT ended - 1 AS n, coalesce(l->>'cases', l->>'all', l->>'failing', l->>'every') + 0 AS cases,
         CASE WHEN l->>'cases' IS NOT NULL THEN coalesce((SELECT m.value->>'k' FROM json_each(matches(l->>'counts', ' (?P<k>\d+) failed(?: \||$)')) m), 0) + 0 WHEN l->>'failing' IS NOT NULL THEN l->>'failing' + 0 ELSE 0 END AS failed,
         coalesce((SELECT sum(m.value->>'k') FROM json_each(matches(l->>'counts', '(?P<k>\d+) (?:skipped|failed as expected)')) m), 0) AS skipped, l->>'failing' IS NOT NULL AS compact
  FROM   lines WHERE coalesce(l->>'cases', l->>'all', l->>'failing', l->>'every') IS NOT NULL
)
SELECT n, name AS test, 'fail' AS outcome, substr(min(printf('%09d', at) || concat_ws(': ', sections, reason)), 10) AS message, substr(min(printf('%09d', at) || file), 10) AS file, substr(min(printf('%09d', at) || line), 10) AS line,
       NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   failures WHERE NOT EXISTS (SELECT 1 FROM ends WHERE ends.n = failures.n AND failed = 0) GROUP BY n, name
UNION ALL
SELECT n, NULL, NULL, NULL, NULL, NULL, iif(compact, NULL, cases - failed - skipped), failed, iif(compact, NULL, skipped),
       NOT (failed > 0 AND (:command GLOB '* -a*' OR :command GLOB '* --abort*' OR :command GLOB '* -x *')) AND NOT instr(:output, 'due to a fatal error condition:'), 'summary'
FROM   ends WHERE cases > 0
