-- Biome: lint, check, ci and format.
--
-- A finding is a line that ends with a rule (`a.js:1:7 lint/correctness/noUnusedVariables ━━━`). The
-- mark of the message below it is its level: error (`×`), warning (`!`) or hint (`i`, omitted).
-- Biome prints at most twenty findings and counts all of them.
-- Tested with: Biome 2.6.

--- into     = "diagnostics"
--- commands = ["biome", "biome lint", "biome check", "biome ci", "biome format"]
--- contains = [" ━━━━━━━━", " files in ", " file in "]
--- unless   = ["--version", "--help", "-h", "init", "rage", "explain", "--reporter"]
--- part     = ["--only", "--skip", "--changed", "--staged"]
--- values   = ["--config-path", "--max-diagnostics", "--colors", "--log-level", "--diagnostic-level", "--only", "--skip"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'file') OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>\S+?)(?::(?P<row>\d+):(?P<col>\d+))? (?P<code>(?:lint/|assist/|suppressions/|parse|format|organizeImports|internalError/)\S*)(?: +FIXABLE| +DEPRECATED)? +━+'
        || '|  (?P<mark>[×!✖⚠]) (?P<message>.*)'
        || '|(?P<ran>Checked|Formatted|Fixed) \d+ files? in .*|Found (?P<count>\d+) (?P<counted>error|warning|info)s?\.)$')) m
),
found AS MATERIALIZED (
  SELECT min(at) AS at, max(l->>'file') AS file, max(l->>'row') + 0 AS line, max(l->>'col') + 0 AS col, max(l->>'code') AS code,
         iif(substr(min(printf('%09d', at) || (l->>'mark')), 10) IN ('!', '⚠'), 'warning', 'error') AS level, substr(min(printf('%09d', at) || (l->>'message')), 10) AS message
  FROM   lines WHERE turn GROUP BY turn HAVING max(l->>'message') IS NOT NULL
)
SELECT * FROM (SELECT file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, coalesce(sum(iif(l->>'counted' = 'error', l->>'count', 0)), 0), 1, 'items' FROM lines HAVING count(l->>'ran')
