-- Credo: the default format, oneline, flycheck, GitHub's annotations and JSON. SARIF is left to its reader.
--
-- An issue's code is the letter of its category; the JSON names the check. Any issue makes Credo fail. The
-- tally counts also issues that are not shown; oneline, flycheck and JSON have none.
-- Tested with: what agents got from Credo in recorded sessions; oneline, flycheck, github and JSON by Credo 1.7's source.

--- into     = "diagnostics"
--- commands = ["mix credo"]
--- contains = [" mods/funs, found ", ".ex:", ".exs:", ".ex,line=", ".exs,line=", "\"issues\":"]
--- unless   = ["-h", "--help", "-v", "--version", "--watch"]
--- part     = ["-c", "--checks", "--only", "-i", "--ignore", "--ignore-checks", "--checks-with-tag", "--checks-without-tag", "--files-included", "--files-excluded"]
--- values   = ["--format", "--config-file", "-C", "--config-name", "--min-priority", "--working-dir", "-c", "--checks", "--only", "-i", "--ignore", "--ignore-checks", "--checks-with-tag", "--checks-without-tag", "--files-included", "--files-excluded"]
--- variant  = ["-a", "--all", "-A", "--all-priorities", "--strict", "--enable-disabled-checks"]
---
--- finding.oneline  = '\[(?P<code>[CDFRW])\] [↑↗→↘↓] (?P<file>\S+\.exs?)(?::(?P<line>\d+))?(?::(?P<col>\d+))? (?P<message>.*)'
--- finding.issue    = '┃ +\[(?P<code>[CDFRW])\] [↑↗→↘↓] (?P<message>.*)'
--- detail.place     = '┃ +(?P<file>\S+?\.exs?)(?::(?P<line>\d+))?(?::(?P<col>\d+))?(?: #\(.*\))?'
--- finding.flycheck = '(?P<file>[^\s:]+\.exs?)(?::(?P<line>\d+))?(?::(?P<col>\d+))?: (?P<code>[CDFRW]): (?P<message>.*)'
--- finding.github   = '::error file=(?P<file>[^,]+\.exs?),line=(?P<line>\d+),col=(?P<col>\d*)::(?P<code>[CDFRW]) [↑↗→↘↓] (?P<message>.*)'
--- tally.none       = '\d+ mods/funs, found (?P<failed>no) issues\.'
--- tally.counts     = '\d+ mods/funs, found (?P<counts>\d+ .*)\.'
--- json.issues      = '\{\s*"issues":\s*\[\s*\{\s*"category":'
--- json.none        = '\{\s*"issues":\s*\[\s*\]\s*\}'
--- own              = ["json.none"]
--- words.fail       = ["consistency issue", "consistency issues", "warning", "warnings", "refactoring opportunity", "refactoring opportunities", "code readability issue", "code readability issues", "software design suggestion", "software design suggestions"]

SELECT value->>'filename' AS file, value->>'line_no' AS line, value->>'column' AS col, value->>'check' AS code, 'error' AS level,
       value->>'message' AS message FROM documents, json_each(doc, '$.issues')
