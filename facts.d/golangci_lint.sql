-- golangci-lint: text, with or without the source, tab, and JSON. Each finding names its linter in brackets. A
-- package that does not compile is one finding of `typecheck` with several lines (`b.go:1: : # package`) and keeps
-- the other linters from running; one that cannot be loaded is a line `level=error`, with a tally of 0. staticcheck
-- prints the same lines, with codes in brackets instead of linters.

--- commands = ["golangci-lint run"]
--- contains = [".go:", " issues:\n", "0 issues.", "\"FromLinter\":", "{\"Issues\":"]
--- narrow   = ["-E", "--enable", "-D", "--disable", "--enable-only", "--default", "-n", "--new", "--new-from-rev", "--new-from-merge-base", "--new-from-patch"]
--- values   = ["-c", "--config", "--timeout", "-j", "--concurrency", "--build-tags", "--modules-download-mode", "--issues-exit-code", "--max-issues-per-linter", "--max-same-issues", "--out-format", "--path-prefix", "--path-mode", "--color", "--output.text.path", "--output.json.path", "--output.tab.path"]
--- variant  = ["--fix", "--fast", "--fast-only", "--build-tags"]
--- exits    = ["0", "1"]
--- proof    = [" issues:"]
---
--- json.report       = '\{"Issues":'
--- stop.load         = 'level=error msg=.*'
--- line.compile      = '.* \(compile\)'    # staticcheck
--- stop.typecheck    = '(?<file>[^\s:]+\.go):{line}:(?:{col}:)? ?(?<message>[^\s:].*?) \((?<code>typecheck)\)'
--- finding.linter    = '(?<file>[^\s:]+\.go):{line}:(?:{col}:)? ?(?<message>[^\s:].*?) \((?<code>[a-z][a-z0-9_]+)\)'
--- section.package   = '[^\s:]+\.go:\d+: : # .*'
---   stop.compiler   = '(?<file>[^\s:]+\.go):{line}:(?:{col}:)? ?(?<message>[^\s:].*)'
--- finding.tab       = '(?<file>[^\s:]+\.go):{line}:{col} +(?<code>[a-z][a-z0-9_]+)  +(?<message>\S.*)'
--- line.nameless     = '(?<file>[^\s:]+\.go):{line}:(?:{col}:)? ?(?<message>[^\s:].*)'
--- tally.issues      = '{failed} issues[:.]'
--- set.compiler.code = "typecheck"

SELECT file, line, col, NULL AS code, 'error' AS level, message, NULL AS ended FROM lines WHERE kind = 'nameless' AND instr(:command, 'print-linter-name=false')
UNION ALL
SELECT i->>'$.Pos.Filename', i->>'$.Pos.Line', nullif(i->>'$.Pos.Column', 0), i->>'FromLinter', coalesce(nullif(i->>'Severity', ''), 'error'), i->>'Text', 1
FROM  (SELECT value AS i FROM documents, json_each(doc, '$.Issues')) WHERE i->>'Text' NOT GLOB ': # *'
UNION ALL
-- A package that does not compile is one issue with several lines.
SELECT m.value->>'file', m.value->>'row', m.value->>'col', 'typecheck', 'error', m.value->>'message', 0
FROM   documents, json_each(doc, '$.Issues') i, json_each(matches(i.value->>'Text', '(?m)^(?P<file>[^\s:]+\.go):(?P<row>\d+):(?P<col>\d+): (?P<message>.*)$')) m
WHERE  i.value->>'Text' GLOB ': # *'
