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
--- exits    = ["0", "1"]
---
--- json.object      = '\{"code":"[^"]+","severity":'
--- section.package  = '-: # .*|-'
--- stop.package     = '-: (?P<message>.*) \((?P<code>compile)\)'
--- finding.text     = '(?P<file>[^\s:]+\.go):(?P<line>\d+):(?P<col>\d+): (?P<message>.*?) \((?P<code>(?:SA\d|ST1|S1|U1|QF1)\d{3})\)'
--- stop.compile     = '(?P<file>[^\s:]+\.go):(?P<line>\d+):(?P<col>\d+): (?P<message>.*?) \((?P<code>compile)\)'
--- stop.compiler    = '(?P<file>[^\s:]+\.go):(?P<line>\d+):(?P<col>\d+): (?P<message>.*)'
--- line.package     = '  \(0, 0\) +compile .*'
--- head.path        = '(?P<file>\S.*\.go)'
--- finding.stylish  = '  \((?P<line>\d+), (?P<col>\d+)\) +(?P<code>\S+) +(?P<message>.*)'
--- tally.problems   = ' ✖ \d+ problems? \((?P<failed>\d+) errors?, .*'
--- set.compiler.code = "compile"
--- in.package       = ["stop.compiler"]
--- words.ignore     = ["ignored"]

SELECT o->>'$.location.file' AS file, o->>'$.location.line' AS line, o->>'$.location.column' AS col, o->>'code' AS code, o->>'severity' AS level, o->>'message' AS message, NULL AS ended
FROM  (SELECT doc AS o FROM documents) WHERE o->>'severity' <> 'ignored' AND o->>'$.location.file' <> ''
UNION ALL
-- A package that does not compile is one object with several lines.
SELECT m.value->>'file', m.value->>'row', m.value->>'col', 'compile', 'error', m.value->>'message', 0
FROM   documents, json_each(matches(doc->>'message', '(?m)^(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): (?P<message>.*)$')) m
WHERE  doc->>'$.location.file' = ''
