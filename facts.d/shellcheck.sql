-- ShellCheck: the output for people (tty), gcc, json and json1. A clean run prints nothing. In tty only carets show
-- the column, which tabs make unreliable, so it is omitted. The list of links at the end shows that the run is
-- complete.

--- commands = ["shellcheck"]
--- contains = [" SC1", " SC2", " SC3", "[SC1", "[SC2", "[SC3", "\"endColumn\":", "{\"comments\":"]
--- unless   = ["-V", "--list-optional"]
--- narrow   = ["-i", "--include", "-e", "--exclude", "-S", "--severity"]
--- values   = ["-f", "--format", "-s", "--shell", "-P", "--source-path", "-W", "--wiki-link-count", "-o", "--enable", "--rcfile"]
--- exits    = ["0", "1"]
--- strict   = true
---
--- head.place    = 'In (?<file>.+) line {line}:'
--- finding.tty   = ' *\^[-^]* (?<code>SC\d{4}) \((?<level>error|warning|info|style)\): {message}'
--- finding.gcc   = '(?<file>[^\s:][^:]*):{line}:{col}: (?<level>error|warning|note): (?<message>.*) \[(?<code>SC\d{4})\]'
--- stop.nofile   = '.*: openBinaryFile: .*'
--- tally.links   = 'For more information:'
--- json.findings = '(?:\{"comments":)?\[\{"file":[^{}]*"endColumn":'
--- json.none     = '\{"comments":\[\]\}'
--- set.links.total = "1"   # there are links only for findings
--- own           = ["json.none"]

SELECT value->>'file' AS file, value->>'line' AS line, value->>'column' AS col, 'SC' || (value->>'code') AS code,
       value->>'level' AS level, value->>'message' AS message FROM documents, json_each(coalesce(doc->'comments', doc))
