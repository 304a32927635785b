-- pyright and basedpyright: indented lines below a file's name, or `--outputjson`, and a tally.
--
-- A message has several lines, of which the first is kept; the rule is at the end of the last one.
-- Lines and columns of the JSON start at 0 and are converted to start at 1.
-- Tested with: pyright 1.1.414.

--- into     = "diagnostics"
--- commands = ["pyright", "basedpyright"]
--- contains = [" - error: ", " - warning: ", " errors, ", " error, ", "\"generalDiagnostics\""]
--- unless   = ["-h", "--help", "--version", "--createstub", "--verifytypes"]
--- values   = ["-p", "--project", "-v", "--venvpath", "--pythonplatform", "--pythonversion", "--pythonpath", "-t", "--typeshedpath", "--level", "--threads"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it,
         count(m.value->>'errors') OVER before AS n, lead(m.value->>'last') OVER line AS last
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || ' *(?P<file>[^\s:].*?):(?P<row>\d+):(?P<col>\d+) - (?P<level>error|warning): (?P<message>.*?)(?: \((?P<code>report\w+)\))?'
    || '|\s.* \((?P<last>report\w+)\)'
    || '|(?P<errors>\d+) errors?, \d+ warnings?, \d+ (?:informations?|notes?) ?'
    || ')$')) m
  WINDOW line   AS (ORDER BY m.value->>'at'),
         before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
report AS MATERIALIZED (
  SELECT m.value->>'json' AS r
  FROM   jsonb_each(matches(iif(instr(:output, '"generalDiagnostics"'), :output, ''), '(?ms)^(?P<json>\{$.*?^\})')) m WHERE json_valid(m.value->>'json')
),
found AS (
  SELECT n, at, it->>'file' AS file, CAST(it->>'row' AS INTEGER) AS line, CAST(it->>'col' AS INTEGER) AS col,
         coalesce(it->>'code', last) AS code, it->>'level' AS level, it->>'message' AS message
  FROM seen WHERE it->>'file' IS NOT NULL
  UNION ALL
  SELECT 0, d.id, d.value->>'file', (d.value->>'$.range.start.line') + 1, (d.value->>'$.range.start.character') + 1, d.value->>'rule', d.value->>'severity',
         substr(d.value->>'message', 1, instr((d.value->>'message') || char(10), char(10)) - 1)
  FROM report, json_each(r, '$.generalDiagnostics') d WHERE d.value->>'severity' IN ('error', 'warning')
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT *, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, at, NULL, NULL, NULL, NULL, NULL, NULL, CAST(it->>'errors' AS INTEGER), 1, 'items' FROM seen WHERE it->>'errors' IS NOT NULL
  UNION ALL
  SELECT 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, r->>'$.summary.errorCount', 1, 'structured' FROM report
)
ORDER BY at
