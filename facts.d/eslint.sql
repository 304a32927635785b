-- ESLint: stylish, compact, unix and `--format json`.
--
-- In the format stylish a line with a file's path is followed by its findings; a finding without a
-- rule is a parsing error. Stylelint has the same tally line, which its reader reads if its marks
-- are above. Warnings are findings, but not failures. A clean run prints nothing, except in JSON.
-- ESLint 9 no longer contains compact and unix.
-- Tested with: ESLint 8.57 and 9.39.

--- into     = "diagnostics"
--- commands = ["eslint"]
--- contains = [" problem", "\"filePath\":"]
--- unless   = ["--version", "-v", "--help", "-h", "--init", "--print-config", "--inspect-config", "--env-info"]
--- values   = ["-c", "--config", "-f", "--format", "-o", "--output-file", "--ext", "--rule", "--parser", "--parser-options", "--max-warnings", "--ignore-path", "--ignore-pattern", "--cache-location", "--rulesdir", "--global", "--env", "--plugin"]
--- variant  = ["--quiet"]

WITH json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '[{"filePath":'), :output, ''), '(?m)^(?P<json>\[\{"filePath":.*\])$')) m WHERE json_valid(m.value->>'json')
),
lines AS (
  SELECT m.value->>'at' AS at, m.value AS l
  FROM   jsonb_each(matches(iif(EXISTS (SELECT 1 FROM json), '', :output),
           '(?m)^(?:(?P<path>(?:/|[A-Za-z]:\\).*\.\w+)'
        || '| +(?P<row>\d+):(?P<col>\d+) +(?P<level>error|warning) +(?P<message>\S.*?)(?:  +(?P<code>[\w@/.-]+))?'
        || '|(?P<file>\S.*): line (?P<row2>\d+), col (?P<col2>\d+), (?P<level2>Error|Warning) - (?P<message2>.*?)(?: \((?P<code2>[\w@/.-]+)\))?'
        || '|(?P<file3>[^\s:][^:\n]*):(?P<row3>\d+):(?P<col3>\d+): (?P<message3>.*) \[(?P<level3>Error|Warning)(?:/(?P<code3>[^\]]+))?\]'
        || '|✖ (?P<problems>\d+) problems? \((?P<errors>\d+) errors?, .*|(?P<plain>\d+) problems?)$', 'path', '')) m
),
found AS MATERIALIZED (
  SELECT at, coalesce(l->>'file', l->>'file3', l->>'head') AS file, coalesce(l->>'row', l->>'row2', l->>'row3') + 0 AS line, coalesce(l->>'col', l->>'col2', l->>'col3') + 0 AS col,
         coalesce(l->>'code', l->>'code2', l->>'code3') AS code, lower(coalesce(l->>'level', l->>'level2', l->>'level3')) AS level, coalesce(l->>'message', l->>'message2', l->>'message3') AS message,
         coalesce(l->>'problems', l->>'plain') + 0 AS problems, l->>'errors' AS errors
  FROM   lines
  UNION ALL
  SELECT 0, f.value->>'filePath', m.value->>'line', m.value->>'column', m.value->>'ruleId', iif(m.value->>'severity' = 2, 'error', 'warning'), m.value->>'message', NULL, NULL
  FROM   json, json_each(j) f, json_each(f.value, '$.messages') m
)
SELECT * FROM (SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found WHERE message IS NOT NULL ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, coalesce(errors + 0, (SELECT count(*) FROM found WHERE level = 'error')), errors IS NOT NULL OR problems <= (SELECT count(*) FROM found WHERE message IS NOT NULL), 'items' FROM found
WHERE  problems IS NOT NULL AND (instr(:command, 'eslint') OR EXISTS (SELECT 1 FROM found WHERE message IS NOT NULL) OR NOT (instr(:output, '  ✖  ') OR instr(:output, '  ⚠  ')))
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, (SELECT count(*) FROM found WHERE level = 'error'), 1, 'structured' FROM json
