-- Credo: the default format, oneline, flycheck, GitHub's annotations and JSON. An issue's code is the letter of its
-- category; the JSON names the check. Any issue makes Credo fail, also one that is only in the tally.

--- commands = ["mix credo"]
--- contains = [" mods/funs, found ", ".ex:", ".exs:", ".ex,line=", ".exs,line=", "\"issues\":"]
--- unless   = ["-v", "--watch"]
--- part     = ["-c", "--checks", "--only", "-i", "--ignore", "--ignore-checks", "--checks-with-tag", "--checks-without-tag", "--files-included", "--files-excluded"]
--- values   = ["--format", "--config-file", "-C", "--config-name", "--min-priority", "--working-dir", "-c", "--checks", "--only", "-i", "--ignore", "--ignore-checks", "--checks-with-tag", "--checks-without-tag", "--files-included", "--files-excluded"]
--- variant  = ["-a", "--all", "-A", "--all-priorities", "--strict", "--enable-disabled-checks"]
---
--- finding.oneline  = '\[(?<code>[CDFRW])\] [↑↗→↘↓] (?<file>\S+\.exs?)(?::{line})?(?::{col})? {message}'
--- finding.issue    = '┃ +\[(?<code>[CDFRW])\] [↑↗→↘↓] {message}'
--- detail.place     = '┃ +(?<file>\S+?\.exs?)(?::{line})?(?::{col})?(?: #\(.*\))?'
--- finding.flycheck = '(?<file>[^\s:]+\.exs?)(?::{line})?(?::{col})?: (?<code>[CDFRW]): {message}'
--- finding.github   = '::error file=(?<file>[^,]+\.exs?),line={line},col=(?<col>\d*)::(?<code>[CDFRW]) [↑↗→↘↓] {message}'
--- tally.none       = '\d+ mods/funs, found (?<failed>no) issues\.'
--- tally.counts     = '\d+ mods/funs, found (?<counts>\d+ .*)\.'
--- json.issues      = '\{\s*"issues":\s*\[\s*\{\s*"category":'
--- json.none        = '\{\s*"issues":\s*\[\s*\]\s*\}'
--- own              = ["json.none"]
--- words.fail       = ["consistency issue", "consistency issues", "warning", "warnings", "refactoring opportunity", "refactoring opportunities", "code readability issue", "code readability issues", "software design suggestion", "software design suggestions"]

SELECT value->>'filename' AS file, value->>'line_no' AS line, value->>'column' AS col, value->>'check' AS code, 'error' AS level,
       value->>'message' AS message FROM documents, json_each(doc, '$.issues')
