-- Stylelint: string, verbose, compact, unix and JSON. Compact has no tally, and a clean run prints nothing, except in
-- JSON and verbose. ESLint prints the same tally.

--- commands = ["stylelint"]
--- contains = ["  ✖  ", "  ⚠  ", ", error - ", ", warning - ", ") [error]", ") [warning]", "\"invalidOptionWarnings\":", " problems found"]
--- unless   = ["-v", "--print-config"]
--- values   = ["-c", "--config", "--config-basedir", "-f", "--formatter", "--custom-formatter", "--custom-syntax", "-i", "--ignore-path", "--ip", "--ignore-pattern", "--cache-location", "--cache-strategy", "--mw", "--max-warnings", "-o", "--output-file", "--stdin-filename", "--sf"]
--- variant  = ["-q", "--quiet", "--fix"]
--- exits    = ["0", "2"]
---
--- finding.string  = ' +{line}:{col} +(?<level>[✖⚠×‼])  (?<message>\S.*?)  +(?<code>[\w@/-]+)'
--- finding.compact = '(?<file>[^\s:][^:]*): line {line}, col {col}, {level} - {message}(?: \((?<code>[\w@/-]+)\))?'
--- finding.unix    = '(?<file>[^\s:][^:]*):{line}:{col}: (?<message>.*) \((?<code>[\w@/-]+)\) \[{level}\]'
--- tally.problems  = '(?:[✖⚠×‼] )?\d+ problems? \({failed} errors?, \d+ warnings?\)|(?<failed>0) problems found'
--- head.path       = '(?<file>\S.*\.\w+)'
--- json.report     = '\[\{"source":[^{}]*"invalidOptionWarnings":'
--- weak            = ["tally.problems"]

SELECT f.value->>'source' AS file, w.value->>'line' AS line, w.value->>'column' AS col, w.value->>'rule' AS code,
       w.value->>'severity' AS level, replace(w.value->>'text', ' (' || (w.value->>'rule') || ')', '') AS message
FROM   documents, json_each(doc) f, json_each(f.value, '$.warnings') w
