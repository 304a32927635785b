-- ESLint: stylish, compact, unix and `--format json`.
--
-- In the format stylish a line with a file's path is followed by its findings; a finding without a
-- rule is a parsing error. Warnings are findings, but not failures. A clean run prints nothing,
-- except in JSON. ESLint 9 no longer contains compact and unix.
-- Tested with: ESLint 8.57 and 9.39.

--- into     = "diagnostics"
--- commands = ["eslint"]
--- contains = [" problem", "\"filePath\":"]
--- foreign  = ["  ✖  ", "  ⚠  "]    # Stylelint, which has the same counts
--- unless   = ["--version", "-v", "--help", "-h", "--init", "--print-config", "--inspect-config", "--env-info"]
--- values   = ["-c", "--config", "-f", "--format", "-o", "--output-file", "--ext", "--rule", "--parser", "--parser-options", "--max-warnings", "--ignore-path", "--ignore-pattern", "--cache-location", "--rulesdir", "--global", "--env", "--plugin"]
--- variant  = ["--quiet"]
---
--- head.path       = '(?P<file>(?:/|[A-Za-z]:\\).*\.\w+)'
--- finding.stylish = ' +(?P<line>\d+):(?P<col>\d+) +(?P<level>error|warning) +(?P<message>\S.*?)(?:  +(?P<code>[\w@/.-]+))?'
--- finding.compact = '(?P<file>\S.*): line (?P<line>\d+), col (?P<col>\d+), (?P<level>Error|Warning) - (?P<message>.*?)(?: \((?P<code>[\w@/.-]+)\))?'
--- finding.unix    = '(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<col>\d+): (?P<message>.*) \[(?P<level>Error|Warning)(?:/(?P<code>[^\]]+))?\]'
--- tally.problems  = '✖ \d+ problems? \((?P<failed>\d+) errors?, .*'
--- tally.all       = '(?P<total>\d+) problems?'
--- json.report     = '\[\{"filePath":'

SELECT f.value->>'filePath' AS file, m.value->>'line' AS line, m.value->>'column' AS col, m.value->>'ruleId' AS code,
       iif(m.value->>'severity' = 2, 'error', 'warning') AS level, m.value->>'message' AS message
FROM   documents, json_each(doc) f, json_each(f.value, '$.messages') m
