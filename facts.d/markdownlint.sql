-- markdownlint, by way of markdownlint-cli (also its JSON) and markdownlint-cli2.
--
-- Only markdownlint-cli2 has a tally, above its findings; for the other, only the exit code shows
-- that the run is complete, and a clean run prints nothing. Lines without `error` or `warning` were
-- printed by versions that had only errors.
-- Tested with: markdownlint-cli 0.48 and markdownlint-cli2 0.22.

--- into     = "diagnostics"
--- commands = ["markdownlint", "markdownlint-cli2"]
--- contains = [" MD0", "markdownlint-cli2 v", "\"ruleNames\":"]
--- unless   = ["-h", "--help", "-V", "--version"]
--- narrow   = ["--disable", "--enable", "-i", "--ignore"]
--- values   = ["-c", "--config", "--configPointer", "-o", "--output", "-p", "--ignore-path", "-r", "--rules"]
--- variant  = ["--fix", "-f"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<file>[^\s:][^:]*):(?P<row>\d+)(?::(?P<col>\d+))? (?:(?P<level>error|warning) )?(?P<code>MD\d{3})/(?P<message>.*)'
        || '|Summary: (?P<tally>\d+) error\(s\)(?P<rest>.*))$')) m
),
json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '"ruleNames":'), :output, ''), '(?s)(?P<json>\[\s*\{\s*"fileName":.*\])')) m WHERE json_valid(m.value->>'json')
),
found AS MATERIALIZED (
  SELECT at, it->>'file' AS file, (it->>'row') + 0 AS line, (it->>'col') + 0 AS col, it->>'code' AS code, coalesce(it->>'level', 'error') AS level,
         substr(it->>'message', instr(it->>'message', ' ') + 1) AS message
  FROM   seen WHERE it->>'code' IS NOT NULL
  UNION ALL
  SELECT 0, i.value->>'fileName', i.value->>'lineNumber', i.value->>'$.errorRange[0]', i.value->>'$.ruleNames[0]', coalesce(i.value->>'severity', 'error'),
         (i.value->>'ruleDescription') || coalesce(' [' || (i.value->>'errorDetail') || ']', '') || coalesce(' [Context: "' || (i.value->>'errorContext') || '"]', '')
  FROM   json, json_each(j) i
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(coalesce(tally, 0), (SELECT count(*) FROM found WHERE level = 'error')), NOT instr(:output, ' characters truncated] ...'), iif(EXISTS (SELECT 1 FROM json), 'structured', 'items')
  FROM  (SELECT max((it->>'tally') + 0) AS tally FROM seen)
  WHERE  tally IS NOT NULL AND (instr(:command, 'markdownlint') OR instr(:output, 'markdownlint-cli2 v')) OR EXISTS (SELECT 1 FROM json) OR :exit IN (0, 1) AND EXISTS (SELECT 1 FROM found)
)
ORDER BY at IS NULL, at
