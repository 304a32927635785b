-- ESLint: stylish, compact, unix, visualstudio and `--format json`. A finding without a rule is a parsing error. A clean run prints
-- nothing, except in JSON.

--- commands = ["eslint"]
--- contains = [" problem", "\"filePath\":"]
--- foreign  = ["  ✖  ", "  ⚠  "]    # Stylelint, which has the same counts
--- unless   = ["-v", "--init", "--print-config", "--inspect-config", "--env-info"]
--- values   = ["-c", "--config", "-f", "--format", "-o", "--output-file", "--ext", "--rule", "--parser", "--parser-options", "--max-warnings", "--ignore-path", "--ignore-pattern", "--cache-location", "--rulesdir", "--global", "--env", "--plugin"]
--- variant  = ["--quiet"]
---
--- head.path       = '(?<file>(?:/|[A-Za-z]:\\).*\.\w+)'
--- finding.stylish = ' +{line}:{col} +{level} +(?<message>\S.*?)(?:  +(?<code>[\w@/.-]+))?'
--- finding.compact = '(?<file>\S.*): line {line}, col {col}, (?<level>Error|Warning) - {message}(?: \((?<code>[\w@/.-]+)\))?'
--- finding.unix    = '(?<file>[^\s:][^:]*):{line}:{col}: (?<message>.*) \[(?<level>Error|Warning)(?:/(?<code>[^\]]+))?\]'
--- finding.studio  = '(?<file>\S.*)\({line},{col}\): {level} (?<code>\S+)? : {message}'
--- tally.problems  = '✖ \d+ problems? \({failed} errors?, .*'
--- tally.fail      = 'ESLint found too many warnings \(maximum: \d+\)\.'
--- tally.all       = '{total} problems?'
--- json.report     = '\[\{"filePath":'

SELECT f.value->>'filePath' AS file, m.value->>'line' AS line, m.value->>'column' AS col, m.value->>'ruleId' AS code,
       iif(m.value->>'severity' = 2, 'error', 'warning') AS level, m.value->>'message' AS message
FROM   documents, json_each(doc) f, json_each(f.value, '$.messages') m
