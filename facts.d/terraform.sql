-- Terraform and OpenTofu: what validate and plan say, as text and as JSON. With -detailed-exitcode a plan with
-- changes exits with 2, which is not read as a pass.

--- commands = ["terraform validate", "terraform plan", "tofu validate", "tofu plan"]
--- contains = ["Error: ", "Warning: ", "Success! The configuration is valid", "Plan: ", "No changes. ", "\"format_version\":", "\"@level\":"]
--- part     = ["-target", "-exclude"]
--- values   = ["-var", "-var-file", "-target", "-exclude", "-out", "-lock-timeout", "-parallelism", "-state", "-replace"]
--- variant  = ["-destroy"]
--- exits    = ["0", "errors"]
--- proof    = [".tf line ", ".tofu line ", "\"@module\":\"terraform.ui\"", "\"error_count\":"]
---
--- line.flags      = '(?:│ )?Error: Failed to parse command-line (?:flags|options)'
--- finding.summary = '(?:│ )?(?<level>Error|Warning): (?<message>.+)'
--- detail.place    = '(?:│ )? +on (?<file>[^<].*) line {line}(?:, in .*)?:'
--- tally.pass      = 'Success! The configuration is valid.*'
--- tally.plan      = 'Plan: \d+ to .*|No changes\. .*|You can apply this plan to save these new output values.*'
--- json.validate   = '\{\s*"format_version":\s*"[\d.]+",\s*"valid":'
--- json.event      = '\{"@level":"'
--- after           = ["finding.summary"]

SELECT d->>'$.range.filename' AS file, d->>'$.range.start.line' AS line, d->>'$.range.start.column' AS col, d->>'severity' AS level, d->>'summary' AS message, NULL AS ended
FROM  (SELECT e.value AS d FROM documents, json_each(coalesce(doc->'diagnostics', json_array(doc->'diagnostic'))) e) WHERE d->>'severity' IS NOT NULL
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, max(kind = 'validate' OR coalesce(doc->>'type' = 'change_summary' OR doc->>'@level' = 'error', 0)) FROM documents
