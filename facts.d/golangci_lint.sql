-- golangci-lint: text, with or without the source, tab, and JSON.
--
-- Each finding names its linter in brackets. Without a tally (version 1, or `--show-stats=false`)
-- only the exit code shows whether the run is complete. A package that does not compile is one
-- finding of `typecheck` with several lines (`b.go:1: : # package`) and prevents the other linters
-- from running; a package that cannot be loaded is a line `level=error`, with a tally of 0.
-- staticcheck prints the same lines, with codes in brackets instead of linters.
-- Tested with: golangci-lint 2.15.

--- into     = "diagnostics"
--- commands = ["golangci-lint run"]
--- contains = [".go:", " issues:\n", "0 issues.", "\"FromLinter\":", "{\"Issues\":"]
--- unless   = ["-h", "--help"]
--- narrow   = ["-E", "--enable", "-D", "--disable", "--enable-only", "--default", "-n", "--new", "--new-from-rev", "--new-from-merge-base", "--new-from-patch"]
--- values   = ["-c", "--config", "--timeout", "-j", "--concurrency", "--build-tags", "--modules-download-mode", "--issues-exit-code", "--max-issues-per-linter", "--max-same-issues", "--out-format", "--path-prefix", "--path-mode", "--color", "--output.text.path", "--output.json.path", "--output.tab.path"]
--- variant  = ["--fix", "--fast", "--fast-only", "--build-tags"]

WITH json AS MATERIALIZED (
  SELECT m.value->>'json' AS j FROM jsonb_each(matches(iif(instr(:output, '{"Issues":'), :output, ''), '(?m)^(?P<json>\{"Issues":.*\})$')) m WHERE json_valid(m.value->>'json')
),
seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, count(m.value->>'tally') OVER before AS n, count(m.value->>'open') OVER before > count(iif(m.value->>'linter' = 'typecheck', 1, NULL)) OVER before AS compiling
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<open>[^\s:]+\.go:\d+: : # .*)|(?P<file>[^\s:]+\.go):(?P<row>\d+):(?:(?P<col>\d+)(?::| +(?P<tab>[a-z][a-z0-9_]+)  +))? ?(?P<message>[^\s:].*?)(?: \((?P<linter>[a-z][a-z0-9_]+)\))?'
        || '|(?P<tally>(?P<issues>\d+) issues[:.])'
        || '|level=error msg="?(?P<broken>.*))$')) m
  WINDOW before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
found AS MATERIALIZED (
  SELECT n, at, it->>'file' AS file, (it->>'row') + 0 AS line, (it->>'col') + 0 AS col, coalesce(it->>'linter', it->>'tab', iif(compiling, 'typecheck', NULL)) AS code, 'error' AS level, it->>'message' AS message
  FROM   seen
  WHERE  it->>'message' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json) AND coalesce(it->>'linter', '') <> 'compile'
         AND (coalesce(it->>'linter', it->>'tab') IS NOT NULL OR compiling OR instr(:command, 'print-linter-name=false'))
         AND (instr(:command, 'golangci-lint') OR EXISTS (SELECT 1 FROM seen WHERE it->>'tally' IS NOT NULL))
  UNION ALL
  SELECT 0, 0, i.value->>'$.Pos.Filename', i.value->>'$.Pos.Line', nullif(i.value->>'$.Pos.Column', 0), i.value->>'FromLinter', iif(i.value->>'Severity' IN ('warning', 'info'), 'warning', 'error'), substr((i.value->>'Text'), 1, instr((i.value->>'Text') || char(10), char(10)) - 1)
  FROM   json, json_each(j, '$.Issues') i WHERE NOT i.value->>'Text' GLOB ': # *'
  UNION ALL
  SELECT 0, 0, m.value->>'file', m.value->>'row', m.value->>'col', 'typecheck', 'error', m.value->>'message'
  FROM   json, json_each(j, '$.Issues') i, json_each(matches(iif(i.value->>'Text' GLOB ': # *', i.value->>'Text', ''), '(?m)^(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): (?P<message>.*)$')) m
),
ends AS (
  SELECT n, (it->>'issues') + 0 AS issues, 'items' AS how FROM seen WHERE it->>'tally' IS NOT NULL AND (instr(:command, 'golangci-lint') OR EXISTS (SELECT 1 FROM found)) AND NOT EXISTS (SELECT 1 FROM json)
  UNION ALL
  SELECT 0, 0, 'structured' FROM json
  UNION ALL
  SELECT 0, 0, 'items' WHERE EXISTS (SELECT 1 FROM found) AND NOT EXISTS (SELECT 1 FROM json) AND NOT EXISTS (SELECT 1 FROM seen WHERE it->>'tally' IS NOT NULL) AND :exit IN (0, 1)
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT n, at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(issues - count(iif(f.level = 'warning', 1, NULL)), count(iif(f.level = 'error', 1, NULL))),
         NOT count(iif(f.code = 'typecheck', 1, NULL)) AND NOT EXISTS (SELECT 1 FROM seen WHERE it->>'broken' IS NOT NULL) AND NOT instr(:output, ' characters truncated] ...'), how
  FROM   ends LEFT JOIN found f USING (n) GROUP BY n, issues, how
)
ORDER BY n, at IS NULL, at
