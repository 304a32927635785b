-- SARIF 2.1, whichever tool prints it: the results of all its runs. A result without a level is a warning (SARIF
-- 2.1.0, 3.27.10); `note` and `none` are treated as warnings, too. Results that are suppressed, or that a baseline
-- marks as absent or unchanged, are omitted. If there are only warnings, the exit code decides whether the tool
-- failed.

--- into     = "diagnostics"
--- contains = ["sarif", "\"ruleId\":"]
---
--- json.log = '\{\s*"(?:version|\$schema|runs)":'

WITH found AS MATERIALIZED (
  SELECT replace(r->>'$.locations[0].physicalLocation.artifactLocation.uri', 'file://', '') AS file, r->>'$.locations[0].physicalLocation.region.startLine' AS line,
         r->>'$.locations[0].physicalLocation.region.startColumn' AS col, coalesce(r->>'ruleId', r->>'$.rule.id') AS code, coalesce(r->>'$.message.text', r->>'$.message.id') AS message,
         iif(coalesce(r->>'level', iif(kind IN ('pass', 'open', 'review'), 'none', NULL), (SELECT d.value->>'$.defaultConfiguration.level' FROM json_each(rules) d WHERE d.value->>'id' = r->>'ruleId')) = 'error', 'error', 'warning') AS level
  FROM  (SELECT x.value AS r, coalesce(x.value->>'kind', 'fail') AS kind, run.value->'$.tool.driver.rules' AS rules FROM documents, json_each(doc, '$.runs') run, json_each(run.value, '$.results') x)
  WHERE  coalesce(json_array_length(r, '$.suppressions'), 0) = 0 AND coalesce(r->>'baselineState', 'new') IN ('new', 'updated') AND kind NOT IN ('pass', 'notApplicable', 'informational')
)
SELECT *, iif(max(level = 'error') OVER () OR :exit IN (0, 1, 2), NULL, 0) AS ended FROM found
