-- oxlint: default, GitHub's annotations, agent, unix, stylish and JSON.
--
-- By default the position is on the line below the finding, in a frame of letters or lines. The
-- tally includes the warnings that `--quiet` hides. The tally of unix counts findings and not
-- errors, so it is useful only if all findings are visible. unix and stylish are ESLint's formats
-- and are read by its reader unless the command is oxlint.
-- Tested with: oxlint 1.94.

--- into     = "diagnostics"
--- commands = ["oxlint"]
--- contains = [" warnings and ", " warning and ", "   ,-[", "╭─[", "[Error", "[Warning", "{ \"diagnostics\": [", ",title=", ": error", ": warning", " problem"]
--- unless   = ["-h", "--help", "-V", "--version", "--rules", "--init", "--print-config", "--lsp"]
--- narrow   = ["-A", "--allow", "-D", "--deny", "-W", "--warn", "--ignore-pattern"]
--- values   = ["-c", "--config", "-f", "--format", "--tsconfig", "--ignore-path", "--max-warnings", "--threads"]
--- variant  = ["--quiet", "--fix", "--fix-suggestions", "--type-aware"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, instr(:command, 'oxlint') AS called,
         lead(m.value) OVER line AS next, substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'head', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER line, 13) AS head
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:  (?P<sign>[x!×⚠]) (?P<message>.*)'
        || '| +(?:,-|╭─)\[(?P<file>.+):(?P<row>\d+):(?P<col>\d+)\]'
        || '|::(?P<level2>error|warning) file=(?P<file2>[^,]+),line=(?P<row2>\d+),endLine=\d+,col=(?P<col2>\d+),endColumn=\d+,title=(?P<code2>[^:]+)::[^:]+:\d+:\d+: (?P<message2>.*)'
        || '|(?P<file3>[^\s:][^:]*\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)):(?P<row3>\d+):(?P<col3>\d+): (?:(?P<level3>error|warning)(?: (?P<code3>[\w-]+\([^)]+\)))?: (?P<message3>.*?)(?: help: .*)?|(?P<message4>.*) \[(?P<level4>Error|Warning)(?:/(?P<code4>[\w-]+\([^)]+\)))?\])'
        || '|  (?P<row5>\d+):(?P<col5>\d+) +(?P<level5>error|warning)  (?P<message5>\S(?:\S| \S)*?)(?:  +(?P<code5>[\w-]+\([^)]+\)))? *'
        || '|Found \d+ warnings? and (?P<errors>\d+) errors?\.|✖ \d+ problems? \((?P<errors2>\d+) errors?, .*|(?P<problems>\d+) problems?'
        || '|(?P<gap>\.\.\. \[\d+ characters truncated\] \.\.\.)|(?P<head>/.*\.\w+))$')) m
  WINDOW line AS (ORDER BY m.value->>'at')
),
json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '{ "diagnostics": ['), :output, ''), '(?s)(?P<json>\{ "diagnostics": \[.*\})')) m WHERE json_valid(m.value->>'json')
),
found AS MATERIALIZED (
  SELECT at, next->>'file' AS file, next->>'row' AS line, next->>'col' AS col, substr(it->>'message', 1, instr(it->>'message', '): ')) AS code,
         iif(it->>'sign' IN ('x', '×'), 'error', 'warning') AS level, substr(it->>'message', iif(instr(it->>'message', '): '), instr(it->>'message', '): ') + 3, 1)) AS message
  FROM   seen WHERE it->>'sign' IS NOT NULL AND next->>'file' IS NOT NULL
  UNION ALL
  SELECT at, it->>'file2', it->>'row2', it->>'col2', it->>'code2', it->>'level2', it->>'message2' FROM seen WHERE it->>'file2' IS NOT NULL
  UNION ALL
  SELECT at, coalesce(it->>'file3', nullif(head, '')), coalesce(it->>'row3', it->>'row5'), coalesce(it->>'col3', it->>'col5'), coalesce(it->>'code3', it->>'code4', it->>'code5'),
         lower(coalesce(it->>'level3', it->>'level4', it->>'level5')), coalesce(it->>'message3', it->>'message4', it->>'message5')
  FROM   seen WHERE called AND coalesce(it->>'file3', it->>'row5') IS NOT NULL
  UNION ALL
  SELECT 0, d.value->>'filename', d.value->>'$.labels[0].span.line', d.value->>'$.labels[0].span.column', d.value->>'code', iif(d.value->>'severity' = 'error', 'error', 'warning'), substr((d.value->>'message'), 1, instr((d.value->>'message') || char(10), char(10)) - 1)
  FROM   json, json_each(j, '$.diagnostics') d
)
SELECT replace(file, :root || '/', '') AS file, CAST(line AS INTEGER) AS line, CAST(col AS INTEGER) AS col, nullif(code, '') AS code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(coalesce(errors, 0), (SELECT count(*) FROM found WHERE level = 'error')),
         coalesce(problems <= (SELECT count(*) FROM found), 1), iif(structured, 'structured', 'items')
  FROM  (SELECT sum(coalesce(it->>'errors', iif(called, it->>'errors2', NULL)) + 0) AS errors, sum((it->>'problems') + 0) AS problems, called AND count(coalesce(it->>'level4', it->>'row5')) AND count(coalesce(it->>'errors2', it->>'problems')) AS tallied, EXISTS (SELECT 1 FROM json) AS structured FROM seen)
  WHERE  structured OR errors IS NOT NULL OR tallied OR :exit IN (0, 1) AND EXISTS (SELECT 1 FROM found)
)
ORDER BY at IS NULL, at
