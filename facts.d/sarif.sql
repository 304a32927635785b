-- SARIF 2.1, whichever tool prints it: the results of all its runs.
--
-- A result without a level is a warning (SARIF 2.1.0, 3.27.10); `note` and `none` are treated as
-- warnings, too. Results that are suppressed, or that a baseline marks as absent or unchanged, are
-- omitted. The output of a tool that has its own reader is left to that reader. A truncated document
-- is not read. If there are only warnings, the exit code decides whether the tool failed.
-- Tested with: ESLint's formatter, golangci-lint 2.15, hadolint 2.15, oxlint 1.94 and staticcheck 2026.2.

--- into     = "diagnostics"
--- contains = ["sarif", "\"ruleId\":"]

WITH documents AS MATERIALIZED (
  SELECT m.value->>'json' AS j
  FROM   jsonb_each(matches(iif(instr(:output, '"runs"') AND instr(:output, '"version"'), :output, ''), '(?s)(?P<json>\{\s*"(?:version|\$schema|runs)":.*\})')) m
  WHERE  json_valid(m.value->>'json')
),
found AS MATERIALIZED (
  SELECT x.value AS r, coalesce(x.value->>'level', iif(x.value->>'kind' NOT IN ('fail', 'review', 'open'), 'none', NULL),
                                (SELECT d.value->>'$.defaultConfiguration.level' FROM json_each(run.value, '$.tool.driver.rules') d WHERE d.value->>'id' = x.value->>'ruleId'), 'warning') AS level
  FROM   documents, json_each(j, '$.runs') run, json_each(run.value, '$.results') x
  WHERE  coalesce(json_array_length(x.value, '$.suppressions'), 0) = 0 AND coalesce(x.value->>'baselineState', 'new') IN ('new', 'updated')
    AND  coalesce(x.value->>'kind', 'fail') NOT IN ('pass', 'notApplicable', 'informational')
)
SELECT replace(replace(r->>'$.locations[0].physicalLocation.artifactLocation.uri', 'file://', ''), :root || '/', '') AS file,
       r->>'$.locations[0].physicalLocation.region.startLine' AS line, r->>'$.locations[0].physicalLocation.region.startColumn' AS col,
       coalesce(r->>'ruleId', r->>'$.rule.id') AS code, iif(level = 'error', 'error', 'warning') AS level, coalesce(substr((r->>'$.message.text'), 1, instr((r->>'$.message.text') || char(10), char(10)) - 1), r->>'$.message.id') AS message,
       NULL AS failed, NULL AS ended, NULL AS how
FROM   found
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, (SELECT count(*) FROM found WHERE level = 'error'), :exit IS NOT NULL OR NOT EXISTS (SELECT 1 FROM found) OR EXISTS (SELECT 1 FROM found WHERE level = 'error'), 'structured' FROM documents WHERE json_type(j, '$.runs') = 'array'
