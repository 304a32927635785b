-- Biome: lint, check, ci and format. It prints at most twenty findings and counts all of them. `--reporter=github`
-- prints no counts.

--- commands = ["biome", "biome lint", "biome check", "biome ci", "biome format"]
--- contains = [" ━━━━━━━━", " files in ", " file in ", " title=", "{\"summary\":{\"changed\":"]
--- unless   = ["init", "rage", "explain"]
--- part     = ["--only", "--skip", "--changed", "--staged"]
--- values   = ["--config-path", "--max-diagnostics", "--colors", "--log-level", "--diagnostic-level", "--only", "--skip", "--reporter"]
--- exits    = ["0", "1"]
--- proof    = [" ━━━━━━━━", " files in ", " file in ", " title=lint/", "{\"summary\":{\"changed\":"]
--- adds     = true
---
--- finding.rule   = '(?<file>\S+?)(?::{line}:{col})? (?<code>(?:lint/|assist/|suppressions/|parse|format|organizeImports|internalError/)\S*)(?: +FIXABLE| +DEPRECATED)? +━+'
--- finding.github = '::(?<level>error|warning|notice) title=(?<code>[\w/]+),file=(?<file>[^,]+),line={line},endLine=\d+,col={col},.*?::{message}'
--- detail.message = '  (?<level>[×!✖⚠]) {message}'
--- tally.files    = '(?:Checked|Formatted|Fixed) \d+ files? in .*'
---   tally.errors = 'Found {failed} errors?\.'
--- json.report    = '\{"summary":\{"changed":'

SELECT value->>'$.location.path' AS file, value->>'$.location.start.line' AS line, value->>'$.location.start.column' AS col,
       value->>'category' AS code, value->>'severity' AS level, value->>'message' AS message
FROM   documents, json_each(doc, '$.diagnostics')
