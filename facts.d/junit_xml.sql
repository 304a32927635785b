-- JUnit XML, when a command prints it instead of writing it into a file. The frameworks disagree about what the
-- attributes with counts include, so the test cases are counted. An error of a suite outside of any test case is a
-- failure of its own.

--- into     = "tests"
--- contains = ["<testsuite ", "<testsuites", "<testcase "]
---
--- xml.suites = '<testsuites?[\s>]'

WITH elements AS MATERIALIZED (
  SELECT d.at, e.value->>'id' AS id, e.value->>'parent' AS parent, e.value->>'name' AS tag, e.value->'attr' AS a, e.value->>'whole' AS whole, ltrim(e.value->>'text', char(9, 10, 32)) AS text
  FROM   documents d, json_each(doc) e
),
results AS MATERIALIZED (
  SELECT at, parent, tag, coalesce(nullif(replace(a->>'message', char(10), ' '), ''), nullif(substr(text, 1, instr(text || char(10), char(10)) - 1), '')) AS message
  FROM   elements WHERE tag IN ('failure', 'error', 'skipped')
)
SELECT nullif(c.a->>'classname', c.a->>'name') AS suite, c.a->>'name' AS test, c.a->>'file' AS file, c.a->>'line' AS line, max(r.message) AS message,
       CASE WHEN max(r.tag = 'skipped') OR c.a->>'status' IN ('notrun', 'disabled') THEN 'skip'
            WHEN max(r.tag <> 'skipped') AND NOT max(coalesce(r.message, '') GLOB '*!mayfail') THEN 'fail' ELSE 'pass' END AS outcome
FROM   elements c LEFT JOIN results r ON r.at = c.at AND r.parent = c.id WHERE c.tag = 'testcase' AND (c.whole OR r.tag IS NOT NULL) GROUP BY c.at, c.id
UNION ALL
SELECT NULL, coalesce(r.message, 'error outside of the tests'), NULL, NULL, NULL, 'fail'
FROM   results r JOIN elements s ON s.at = r.at AND s.id = r.parent WHERE s.tag GLOB 'testsuite*' AND r.tag <> 'skipped'
