-- ShellCheck: the output for people (tty), gcc, json and json1. A clean run prints nothing.
--
-- The column in tty can be determined only by counting carets, which is unreliable with tabs, so it
-- is omitted. The list of links at the end shows that the run is complete.
-- Tested with: ShellCheck 0.9 and 0.11.

--- into     = "diagnostics"
--- commands = ["shellcheck"]
--- contains = [" SC1", " SC2", " SC3", "[SC1", "[SC2", "[SC3", "\"endColumn\":", "{\"comments\":"]
--- unless   = ["-V", "--version", "--help", "--list-optional"]
--- narrow   = ["-i", "--include", "-e", "--exclude", "-S", "--severity"]
--- values   = ["-f", "--format", "-s", "--shell", "-P", "--source-path", "-W", "--wiki-link-count", "-o", "--enable", "--rcfile"]
--- exits    = ["0", "1"]
--- strict   = true
---
--- head.place    = 'In (?P<file>.+) line (?P<line>\d+):'
--- finding.tty   = ' *\^[-^]* (?P<code>SC\d{4}) \((?P<level>error|warning|info|style)\): (?P<message>.*)'
--- finding.gcc   = '(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<col>\d+): (?P<level>error|warning|note): (?P<message>.*) \[(?P<code>SC\d{4})\]'
--- stop.nofile   = '.*: openBinaryFile: .*'
--- tally.links   = 'For more information:'
--- json.findings = '(?:\{"comments":)?\[\{"file":[^{}]*"endColumn":'
--- json.none     = '\{"comments":\[\]\}'
--- set.links.total = "1"   # there are links only for findings
--- own           = ["json.none"]

SELECT value->>'file' AS file, value->>'line' AS line, value->>'column' AS col, 'SC' || (value->>'code') AS code,
       value->>'level' AS level, value->>'message' AS message FROM documents, json_each(coalesce(doc->'comments', doc))
