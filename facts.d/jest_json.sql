-- Jest's JSON, which Vitest prints as well (`--reporter=json`). A file that cannot be loaded, or of which a hook
-- fails, has failed without a test that did.

--- language = "javascript"
--- into     = "tests"
--- contains = ["{\"numFailedTestSuites\":", "{\"numTotalTestSuites\":"]
---
--- json.report = '\{"num(?:Failed|Total)TestSuites":'

WITH files AS (
  SELECT replace(value->>'name', :cwd || '/', '') AS file, value->>'message' AS said, value->'assertionResults' AS tests, value->>'status' = 'failed' AS failed
  FROM   documents, json_each(doc, '$.testResults')
)
SELECT file AS suite, file, t.value->>'$.location.line' AS line, t.value->>'status' AS outcome, t.value->>'$.failureMessages[0]' AS message, NULL AS ended,
       concat_ws(' › ', (SELECT group_concat(value, ' › ') FROM json_each(t.value, '$.ancestorTitles') WHERE value <> ''), t.value->>'title') AS test
FROM   files, json_each(tests) t
UNION ALL
SELECT file, file, NULL, 'failed', replace(said, '● Test suite failed to run', ''), 0, file
FROM   files WHERE failed AND NOT EXISTS (SELECT 1 FROM json_each(tests) WHERE value->>'status' = 'failed')
