-- markdownlint, by way of markdownlint-cli (also its JSON) and markdownlint-cli2, which alone has a tally, above its
-- findings. Lines without a level were printed by versions that had only errors.

--- commands = ["markdownlint", "markdownlint-cli2"]
--- contains = [" MD0", "markdownlint-cli2 v", "\"ruleNames\":"]
--- unless   = ["-V"]
--- narrow   = ["--disable", "--enable", "-i", "--ignore"]
--- values   = ["-c", "--config", "--configPointer", "-o", "--output", "-p", "--ignore-path", "-r", "--rules"]
--- variant  = ["--fix", "-f"]
--- exits    = ["0", "1"]
---
--- tally.summary = 'Summary: {failed} error\(s\).*'
--- finding.line  = '(?<file>[^\s:][^:]*):{line}(?::{col})? (?:{level} )?(?<code>MD\d{3})/(?:\S+ )?{message}'
--- json.findings = '\[\s*\{\s*"fileName":'
--- after         = ["finding.line"]

SELECT value->>'fileName' AS file, value->>'lineNumber' AS line, value->>'$.errorRange[0]' AS col, value->>'$.ruleNames[0]' AS code,
       value->>'severity' AS level, concat(value->>'ruleDescription', ' [' || (value->>'errorDetail') || ']',
       ' [Context: "' || (value->>'errorContext') || '"]') AS message
FROM   documents, json_each(doc)
