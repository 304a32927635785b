-- JUnit XML, when a command prints it instead of writing it into a file.
--
-- The frameworks write different dialects: attributes in any order and with either quote, over
-- several lines, `<skipped/>` with a message or without, errors of a suite outside of any test case.
-- A document without its end was cut off. The test cases are counted, because the frameworks
-- disagree about what the attributes with counts include.
-- Tested with: what CTest 3.25, Bats 1.8, Busted 2.1, Playwright 1.65.1 and Catch2 2.13 write.

--- into     = "tests"
--- contains = ["<testsuite ", "<testsuites", "<testcase "]

WITH tokens AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value->>'open' AS open, m.value->>'key' AS key, coalesce(m.value->>'double', m.value->>'single') AS value, m.value->>'close' AS close, m.value->>'gap' AS gap, m.value->>'text' AS text,
         count(m.value->>'open') OVER upto AS element, count(iif(m.value->>'open' = 'testcase', 1, NULL)) OVER upto AS "case"
  FROM   jsonb_each(matches(iif(instr(:output, '<testsuite'), :output, ''),
           '<(?P<open>testsuites?|testcase|failure|error|skipped|system-out|system-err)\b'
        || '|\s(?P<key>name|classname|file|line|message|status)\s*=\s*(?:"(?P<double>[^"]*)"|''(?P<single>[^'']*)'')'
        || '|(?P<close>/>|</testcase>|</testsuites?>|</system-(?:out|err)>)|(?:<!\[CDATA\[|>)\s*(?P<text>[^\s<][^\n<]*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
elements AS MATERIALIZED (
  SELECT element, "case", min(at) AS at, max(open) AS open, max(iif(close = '/>', at, NULL)) AS closed,
         substr(min(iif(key = 'name', printf('%09d', at) || value, NULL)), 10) AS name, substr(min(iif(key = 'classname', printf('%09d', at) || value, NULL)), 10) AS class,
         substr(min(iif(key = 'file', printf('%09d', at) || value, NULL)), 10) AS file, substr(min(iif(key = 'line', printf('%09d', at) || value, NULL)), 10) AS line,
         coalesce(max(key = 'status' AND value IN ('notrun', 'disabled')), 0) AS idle,
         nullif(substr(min(iif(key = 'message', printf('%09d', at) || value, NULL)), 10), '') AS message, substr(min(iif(text IS NULL, NULL, printf('%09d', at) || text)), 10) AS text
  FROM   tokens WHERE element > 0 GROUP BY element
),
-- The end of each case: its closing tag, or its own if it is empty.
cases AS (
  SELECT e."case", e.at, e.name, e.class, e.file, e.line, e.idle, coalesce(iif(c.until IS NULL, e.closed, c.until), 1e9) AS until
  FROM   elements e LEFT JOIN (SELECT "case", min(at) AS until FROM tokens WHERE close = '</testcase>' GROUP BY "case") c ON c."case" = e."case"
  WHERE  e.open = 'testcase'
),
items AS MATERIALIZED (
  SELECT c.at, c.name AS test, nullif(c.class, c.name) AS suite,
         coalesce(max(r.open IN ('failure', 'error')), 0) AS bad, coalesce(max(r.open = 'skipped'), 0) OR c.idle AS skipped, coalesce(max(r.message GLOB '*!mayfail'), 0) AS expected, coalesce(max(r.message), max(r.text)) AS message, c.file, c.line
  FROM   cases c LEFT JOIN elements r ON r."case" = c."case" AND r.open IN ('failure', 'error', 'skipped') AND r.at < c.until
  GROUP  BY c."case"
  UNION ALL
  SELECT r.at, coalesce(r.message, r.text, 'error outside of the tests'), NULL, 1, 0, 0, NULL, NULL, NULL
  FROM   elements r LEFT JOIN cases c ON c."case" = r."case" WHERE r.open IN ('failure', 'error') AND (c.until IS NULL OR r.at > c.until)
),
rows AS MATERIALIZED (
  SELECT at, suite, test, iif(bad AND NOT expected AND NOT skipped, 'fail', iif(skipped, 'skip', 'pass')) AS outcome, message, file, line FROM items WHERE test IS NOT NULL
)
SELECT replace(replace(replace(replace(replace(replace(suite, '&quot;', '"'), '&apos;', ''''), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&') AS suite,
       replace(replace(replace(replace(replace(replace(test, '&quot;', '"'), '&apos;', ''''), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&') AS test,
       outcome, iif(outcome = 'pass', NULL, replace(replace(replace(replace(replace(replace(replace(message, '&#x0A;', ' '), '&quot;', '"'), '&apos;', ''''), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')) AS message,
       replace(file, :root || '/', '') AS file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   rows
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, sum(outcome = 'pass'), sum(outcome = 'fail'), sum(outcome = 'skip'), 1, 'structured'
FROM   rows
WHERE  (SELECT count(gap) = 0 AND max(iif(close GLOB '</testsuite*', at, 0)) > max(iif(open = 'testcase', at, 0)) AND (max(open = 'testsuites') = 0 OR max(close = '</testsuites>') = 1) FROM tokens)
HAVING count(*) > 0
