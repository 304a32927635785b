-- Stylelint: string, verbose, compact, unix and JSON.
--
-- In string and verbose a line with a file's path is followed by its findings, as in ESLint, but the
-- level is a symbol. `CssSyntaxError` is a file that cannot be parsed. Compact has no tally, and a
-- clean run prints nothing, except in JSON and verbose. ESLint has the same tally line, so it counts
-- only below Stylelint's findings, or if the command is stylelint.
-- Tested with: Stylelint 17.16.

--- into     = "diagnostics"
--- commands = ["stylelint"]
--- contains = ["  ✖  ", "  ⚠  ", ", error - ", ", warning - ", ") [error]", ") [warning]", "\"invalidOptionWarnings\":", " problems found"]
--- unless   = ["-h", "--help", "-v", "--version", "--print-config"]
--- values   = ["-c", "--config", "--config-basedir", "-f", "--formatter", "--custom-formatter", "--custom-syntax", "-i", "--ignore-path", "--ip", "--ignore-pattern", "--cache-location", "--cache-strategy", "--mw", "--max-warnings", "-o", "--output-file", "--stdin-filename", "--sf"]
--- variant  = ["-q", "--quiet", "--fix"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'head', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER (ORDER BY m.value->>'at'), 13) AS head
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:  +(?P<row>\d+):(?P<col>\d+) +(?P<sign>[✖⚠×‼])  (?P<message>\S.*?)  +(?P<code>[\w@/-]+)'
        || '|(?P<file2>[^\s:][^:]*): line (?P<row2>\d+), col (?P<col2>\d+), (?P<level2>error|warning) - (?P<message2>.*?)(?: \((?P<code2>[\w@/-]+)\))?'
        || '|(?P<file3>[^\s:][^:]*):(?P<row3>\d+):(?P<col3>\d+): (?P<message3>.*) \((?P<code3>[\w@/-]+)\) \[(?P<level3>error|warning)\]'
        || '|(?:[✖⚠×‼] )?\d+ problems? \((?P<errors>\d+) errors?, \d+ warnings?\)|(?P<none>0 problems found)'
        || '|(?P<json>\[\{"source":.*"invalidOptionWarnings":.*\])|(?P<gap>\.\.\. \[\d+ characters truncated\] \.\.\.)|(?P<head>\S.*\.\w+))$')) m
),
found AS MATERIALIZED (
  SELECT at, coalesce(it->>'file2', it->>'file3', nullif(head, '')) AS file, coalesce(it->>'row', it->>'row2', it->>'row3') + 0 AS line, coalesce(it->>'col', it->>'col2', it->>'col3') + 0 AS col,
         coalesce(it->>'code', it->>'code2', it->>'code3') AS code, coalesce(it->>'level2', it->>'level3', iif(it->>'sign' IN ('✖', '×'), 'error', 'warning')) AS level,
         coalesce(it->>'message', it->>'message2', it->>'message3') AS message
  FROM   seen WHERE coalesce(it->>'message', it->>'message2', it->>'message3') IS NOT NULL
  UNION ALL
  SELECT at, f.value->>'source', w.value->>'line', w.value->>'column', w.value->>'rule', w.value->>'severity', replace(w.value->>'text', ' (' || (w.value->>'rule') || ')', '')
  FROM   seen, json_each(iif(json_valid(it->>'json'), it->>'json', '[]')) f, json_each(f.value, '$.warnings') w
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(coalesce(errors, 0), (SELECT count(*) FROM found WHERE level = 'error')), 1, iif(structured, 'structured', 'items')
  FROM  (SELECT sum((it->>'errors') + 0) AS errors, count(it->>'none') AS none, count(iif(json_valid(it->>'json'), 1, NULL)) AS structured FROM seen)
  WHERE  structured OR (errors IS NOT NULL OR none) AND (EXISTS (SELECT 1 FROM found) OR instr(:command, 'stylelint')) OR :exit IN (0, 2) AND EXISTS (SELECT 1 FROM found)
)
ORDER BY at IS NULL, at
