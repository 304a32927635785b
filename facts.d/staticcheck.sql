-- staticcheck: text, stylish and JSON. A package that does not compile is one finding with several lines, from
-- `-: # package` to `(compile)`, and is not checked further. Only stylish has a tally.

--- commands = ["staticcheck"]
--- contains = ["(SA", "(ST1", "(S1", "(U1", "(QF1", "(compile)", "  compile  ", " ignored)", "{\"code\":\""]
--- unless   = ["-V", "-explain", "-list-checks", "-merge", "-matrix"]
--- narrow   = ["-checks"]
--- values   = ["-f", "-fail", "-go", "-tags", "-explain"]
--- variant  = ["-tests", "-tags"]
--- exits    = ["0", "1"]
---
--- json.object       = '\{"code":"[^"]+","severity":'
--- stop.package      = '-: (?<message>.*) \((?<code>compile)\)'
--- finding.text      = '(?<file>[^\s:]+\.go):{line}:{col}: {message} \((?<code>(?:SA\d|ST1|S1|U1|QF1)\d{3})\)'
--- stop.compile      = '(?<file>[^\s:]+\.go):{line}:{col}: {message} \((?<code>compile)\)'
--- section.package   = '-: # .*|-'
---   stop.compiler   = '(?<file>[^\s:]+\.go):{line}:{col}: {message}'
--- line.package      = '  \(0, 0\) +compile .*'
--- head.path         = '(?<file>\S.*\.go)'
--- finding.stylish   = '  \({line}, {col}\) +(?<code>\S+) +{message}'
--- tally.problems    = ' ✖ \d+ problems? \({failed} errors?, .*'
--- set.compiler.code = "compile"
--- words.ignore      = ["ignored"]

SELECT o->>'$.location.file' AS file, o->>'$.location.line' AS line, o->>'$.location.column' AS col, o->>'code' AS code, o->>'severity' AS level, o->>'message' AS message, NULL AS ended
FROM  (SELECT doc AS o FROM documents) WHERE o->>'severity' <> 'ignored' AND o->>'$.location.file' <> ''
UNION ALL
-- A package that does not compile is one object with several lines.
SELECT m.value->>'file', m.value->>'row', m.value->>'col', 'compile', 'error', m.value->>'message', 0
FROM   documents, json_each(matches(doc->>'message', '(?m)^(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): (?P<message>.*)$')) m
WHERE  doc->>'$.location.file' = ''
