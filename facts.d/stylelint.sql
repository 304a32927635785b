-- Stylelint: string, verbose, compact, unix and JSON.
--
-- Compact has no tally, and a clean run prints nothing, except in JSON and verbose. ESLint prints the
-- same tally.
-- Tested with: Stylelint 17.16.

--- into     = "diagnostics"
--- commands = ["stylelint"]
--- contains = ["  ✖  ", "  ⚠  ", ", error - ", ", warning - ", ") [error]", ") [warning]", "\"invalidOptionWarnings\":", " problems found"]
--- unless   = ["-h", "--help", "-v", "--version", "--print-config"]
--- values   = ["-c", "--config", "--config-basedir", "-f", "--formatter", "--custom-formatter", "--custom-syntax", "-i", "--ignore-path", "--ip", "--ignore-pattern", "--cache-location", "--cache-strategy", "--mw", "--max-warnings", "-o", "--output-file", "--stdin-filename", "--sf"]
--- variant  = ["-q", "--quiet", "--fix"]
--- exits    = ["0", "2"]
---
--- finding.string  = ' +(?P<line>\d+):(?P<col>\d+) +(?P<level>[✖⚠×‼])  (?P<message>\S.*?)  +(?P<code>[\w@/-]+)'
--- finding.compact = '(?P<file>[^\s:][^:]*): line (?P<line>\d+), col (?P<col>\d+), (?P<level>error|warning) - (?P<message>.*?)(?: \((?P<code>[\w@/-]+)\))?'
--- finding.unix    = '(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<col>\d+): (?P<message>.*) \((?P<code>[\w@/-]+)\) \[(?P<level>error|warning)\]'
--- tally.problems  = '(?:[✖⚠×‼] )?\d+ problems? \((?P<failed>\d+) errors?, \d+ warnings?\)|(?P<failed>0) problems found'
--- head.path       = '(?P<file>\S.*\.\w+)'
--- json.report     = '\[\{"source":[^{}]*"invalidOptionWarnings":'
--- weak            = ["tally.problems"]

SELECT f.value->>'source' AS file, w.value->>'line' AS line, w.value->>'column' AS col, w.value->>'rule' AS code,
       w.value->>'severity' AS level, replace(w.value->>'text', ' (' || (w.value->>'rule') || ')', '') AS message
FROM   documents, json_each(doc) f, json_each(f.value, '$.warnings') w
