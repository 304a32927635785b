-- go test: `-json`, an event for each line and each outcome. A package that fails without naming a test (`log.Fatal`,
-- `TestMain`) is the test `[failed]`. Compiler messages are separate events with the import path of the build.

--- into     = "tests"
--- language = "go"
--- form     = "go_test"
--- contains = ["\"Action\":\""]
---
--- json.event = '\{(?:"Time":"[^"]*",|"ImportPath":"[^"]*",)?"Action":"'

-- What `go test -v` prints, for the reader go_test: package by package, with the test of each line.
WITH events AS MATERIALIZED (
  SELECT at, doc->>'Package' AS package, doc->>'Test' AS test, doc->>'Action' AS action, doc->>'Action' IN ('pass', 'fail', 'skip') AS ends, doc->>'Output' AS output,
         iif(doc->>'FailedBuild' IS NULL, '0s', '[build failed]') AS took
  FROM   documents
)
SELECT CASE WHEN action = 'start'  THEN format('# %s%s', package, char(10))
            WHEN test IS NULL      THEN coalesce(output, format('FAIL%s%s%s%s%s', char(9), package, char(9), took, char(10)))
            WHEN action = 'output' THEN format('=== NAME  %s%s%s', test, char(10), output)
            ELSE                        format('--- %s: %s (0.00s)%s', upper(action), test, char(10)) END AS output
FROM  (SELECT * FROM events WHERE output NOT GLOB 'FAIL' || char(9) || '*' OR action IN ('start', 'fail') OR test IS NOT NULL AND ends ORDER BY package, at)
UNION ALL
-- The run ends when each package has.
SELECT 'FAIL'
FROM  (SELECT min(ended) AS ended, max(failed) AS failed
       FROM  (SELECT max(test IS NULL AND ends) AS ended, max(action = 'fail') AS failed FROM events WHERE package IS NOT NULL GROUP BY package))
WHERE  ended AND failed
