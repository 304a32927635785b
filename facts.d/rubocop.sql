-- RuboCop: progress, fuubar, clang, emacs, simple, quiet, GitHub's annotations, tap and JSON.
--
-- Any offence makes RuboCop fail, so all levels except `info` are errors. A corrected offence is not
-- a finding; the tally counts them. clang, emacs and GitHub's format have no tally, so the exit code
-- shows that the run is complete. `--fail-fast` stops at the first file with an offence, and a run
-- that inspected no file proves nothing.
-- Tested with: RuboCop 1.39.

--- into     = "diagnostics"
--- commands = ["rubocop"]
--- contains = [" offense detected", " offenses detected", ": C: ", ": W: ", ": E: ", ": F: ", "\"rubocop_version\":", "::error file="]
--- unless   = ["-h", "--help", "-v", "-V", "--version", "--verbose-version", "-L", "--list-target-files", "--show-cops", "--show-docs-url", "--init", "--auto-gen-config", "--regenerate-todo", "--start-server", "--stop-server"]
--- narrow   = ["--only", "--except", "-l", "--lint", "-x", "--fix-layout"]
--- values   = ["-c", "--config", "-f", "--format", "-o", "--out", "-r", "--require", "--fail-level", "--cache", "--cache-root", "-s", "--stdin"]
--- variant  = ["-a", "-A", "--autocorrect", "--autocorrect-all", "--safe"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, count(m.value->>'files') OVER before AS n, substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'head', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER before, 13) AS head
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?:# )?(?P<file>[^\s:][^:]*):(?P<row>\d+):(?P<col>\d+): (?P<level>[RCWEFI]): (?P<message>.*)'
        || '|(?P<level2>[RCWEFI]): *(?P<row2>\d+): *(?P<col2>\d+): (?P<message2>.*)'
        || '|::(?:error|warning) file=(?P<file3>[^,]+),line=(?P<row3>\d+),col=(?P<col3>\d+)::(?P<message3>[A-Z]\w*/[A-Z].*)'
        || '|== (?P<head>.+) ==|(?P<gap>\.\.\. \[\d+ characters truncated\] \.\.\.)|(?P<json>\{"metadata":\{"rubocop_version":.*\})'
        || '|(?P<files>\d+) files? inspected, (?:no|(?P<offenses>\d+)) offenses? detected(?:, (?P<corrected>\d+) offenses? corrected)?.*)$')) m
  WINDOW before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
lines AS (
  SELECT n, at, coalesce(it->>'file', it->>'file3', head) AS file, coalesce(it->>'row', it->>'row2', it->>'row3') + 0 AS line, coalesce(it->>'col', it->>'col2', it->>'col3') + 0 AS col,
         iif(coalesce(it->>'level', it->>'level2') = 'I', 'warning', 'error') AS level, replace(coalesce(it->>'message', it->>'message2', it->>'message3'), '[Correctable] ', '') AS message
  FROM   seen
),
found AS MATERIALIZED (
  SELECT n, at, nullif(file, '') AS file, line, col, substr(message, 1, instr(message, ': ') - 1) AS code, level, substr(message, instr(message, ': ') + 2) AS message
  FROM   lines WHERE message GLOB '[A-Z]*/[A-Z]*: *' AND file IS NOT NULL -- `[Corrected] Style/…` and `[Todo] Style/…` are not findings
  UNION ALL
  SELECT 0, at, f.value->>'path', o.value->>'$.location.line', o.value->>'$.location.column', o.value->>'cop_name', iif(o.value->>'severity' = 'info', 'warning', 'error'),
         iif(instr(o.value->>'message', (o.value->>'cop_name') || ': ') = 1, substr(o.value->>'message', length(o.value->>'cop_name') + 3), o.value->>'message')
  FROM   seen, json_each(iif(json_valid(it->>'json'), it->>'json', '{}'), '$.files') f, json_each(f.value, '$.offenses') o
  WHERE  NOT o.value->>'corrected'
),
ends AS (
  SELECT n, (it->>'files') + 0 AS files, coalesce((it->>'offenses') + 0, 0) - coalesce((it->>'corrected') + 0, 0) AS offenses, 'items' AS how FROM seen WHERE it->>'files' IS NOT NULL
  UNION ALL
  SELECT 0, json_extract(it->>'json', '$.summary.inspected_file_count'), 0, 'structured' FROM seen WHERE json_valid(it->>'json')
  UNION ALL
  SELECT 0, 1, 0, 'items' WHERE :exit IN (0, 1) AND EXISTS (SELECT 1 FROM found) AND NOT EXISTS (SELECT 1 FROM seen WHERE coalesce(it->>'files', it->>'json') IS NOT NULL)
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT n, at, file, line, col, code, level, replace(message, char(10), ' ') AS message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(offenses - count(iif(f.level = 'warning', 1, NULL)), count(iif(f.level = 'error', 1, NULL))),
         files > 0 AND NOT (count(f.message) AND (:command GLOB '* -F*' OR instr(:command, '--fail-fast'))), how
  FROM   ends LEFT JOIN found f USING (n) GROUP BY n, offenses, files, how
)
ORDER BY n, at IS NULL, at
