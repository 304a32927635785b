-- staticcheck: text, stylish and JSON.
--
-- A package that does not compile is one finding with several lines, from `-: # package` to
-- `(compile)`, and is not checked further. Only stylish has a tally; otherwise the exit code shows
-- that the run is complete, and a clean run prints nothing.
-- Tested with: staticcheck 2026.2.

--- into     = "diagnostics"
--- commands = ["staticcheck"]
--- contains = ["(SA", "(ST1", "(S1", "(U1", "(QF1", "(compile)", "  compile  ", " ignored)", "{\"code\":\""]
--- unless   = ["-h", "-help", "--help", "-version", "-V", "-explain", "-list-checks", "-merge", "-matrix"]
--- narrow   = ["-checks"]
--- values   = ["-f", "-fail", "-go", "-tags", "-explain"]
--- variant  = ["-tests", "-tags"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it,
         count(m.value->>'open') OVER before + (m.value->>'open' IS NOT NULL) - count(iif(m.value->>'code' = 'compile', 1, NULL)) OVER before AS open,
         substr(max(format('%012d', m.value->>'at') || coalesce(m.value->>'head', iif(m.value->>'gap' IS NULL, NULL, ''))) OVER before, 13) AS head
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?:(?P<open>-): |(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): )(?P<message>.*?)(?: \((?P<code>SA\d{4}|ST1\d{3}|S1\d{3}|U1\d{3}|QF1\d{3}|compile)\))?'
        || '|  \((?P<row2>\d+), (?P<col2>\d+)\) +(?P<code2>SA\d{4}|ST1\d{3}|S1\d{3}|U1\d{3}|QF1\d{3}|compile) +(?P<message2>.*)'
        || '|(?P<object>\{"code":".*"severity":".*\})'
        || '| ✖ \d+ problems? \((?P<errors>\d+) errors?, .*|(?P<gap>\.\.\. \[\d+ characters truncated\] \.\.\.)|(?P<head>(?:\S.*\.go|-)))$')) m
  WINDOW before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
objects AS (
  SELECT at, it->>'object' AS o FROM seen WHERE json_valid(it->>'object') AND it->>'$.object' GLOB '*"end":*'
),
found AS MATERIALIZED (
  SELECT at, it->>'file' AS file, it->>'row' AS line, it->>'col' AS col, coalesce(it->>'code', 'compile') AS code, 'error' AS level, it->>'message' AS message
  FROM   seen WHERE it->>'file' IS NOT NULL AND (it->>'code' IS NOT NULL OR open > 0 OR head = '-')
  UNION ALL
  SELECT at, NULL, NULL, NULL, 'compile', 'error', it->>'message' FROM seen WHERE it->>'open' IS NOT NULL AND it->>'code' = 'compile'
  UNION ALL
  SELECT at, nullif(head, ''), it->>'row2', it->>'col2', it->>'code2', 'error', it->>'message2' FROM seen WHERE it->>'row2' > 0 AND head <> '-'
  UNION ALL
  SELECT at, o->>'$.location.file', o->>'$.location.line', o->>'$.location.column', o->>'code', iif(o->>'severity' = 'error', 'error', 'warning'), o->>'message'
  FROM   objects WHERE o->>'severity' <> 'ignored' AND o->>'$.location.file' <> ''
  UNION ALL
  SELECT at, m.value->>'file', m.value->>'row', m.value->>'col', 'compile', 'error', m.value->>'message'
  FROM   objects, jsonb_each(matches(iif(o->>'$.location.file' = '', o->>'message', ''), '(?m)^(?:(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): )?(?P<message>[^#].*)$')) m
)
SELECT replace(file, :root || '/', '') AS file, CAST(line AS INTEGER) AS line, CAST(col AS INTEGER) AS col, code, level, message, failed, ended, how
FROM (
  SELECT at, file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(count(iif(level = 'error', 1, NULL)), coalesce((SELECT max((it->>'errors') + 0) FROM seen), 0)), NOT count(iif(code = 'compile', 1, NULL)) AND NOT instr(:output, ' characters truncated] ...'), iif(EXISTS (SELECT 1 FROM objects), 'structured', 'items')
  FROM   found WHERE :exit IN (0, 1) OR EXISTS (SELECT 1 FROM seen WHERE it->>'errors' IS NOT NULL) HAVING count(*)
)
ORDER BY at IS NULL, at
