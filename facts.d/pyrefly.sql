-- Pyrefly: full-text, min-text, GitHub's annotations and JSON. Warnings are shown only if they count as failures. The
-- tally follows the JSON, too.

--- commands = ["pyrefly check"]
--- contains = [" INFO ", "ERROR ", " WARN ", "title=Pyrefly ", "\"concise_description\":"]
--- foreign  = ["\"$schema\":", "\"check_name\":"]
--- unless   = ["-V", "--watch"]
--- part     = ["--only", "--project-excludes"]
--- values   = ["-j", "--threads", "-c", "--config", "--color", "-o", "--output", "--output-format", "--debug-info", "--summary", "--progress-bar", "--relative-to", "--baseline", "--min-severity", "--only", "--project-excludes", "--python-version", "--python-platform", "--python-interpreter-path", "--search-path", "--site-package-path"]
--- exits    = ["0", "1"]
--- strict   = true
--- repeats  = true
--- placed   = ["finding.full"]
--- proof    = [".py:", ".pyi:", ".py,", "\"concise_description\":"]
---
--- stop.fail      = 'Fatal configuration error'
--- finding.min    = '(?<level>ERROR| WARN| INFO) (?<file>[^\s:].*\.(?:pyi?|ipynb|toml)):{line}:{col}-[\d:]*\d: (?<message>.*) \[(?<code>[a-z][a-z-]*)\]'
--- finding.full   = '(?<level>ERROR| WARN| INFO) (?<message>.*) \[(?<code>[a-z][a-z-]*)\]'
--- detail.place   = ' *--> (?<file>[^\s:].*\.(?:pyi?|ipynb|toml)):{line}:{col}'
--- finding.github = '::(?<level>error|warning|notice) file=(?<file>[^,]+),line={line},col={col},.*title=Pyrefly (?<code>[a-z-]+)::{message}(?:%0A.*)?'
--- tally.counts   = ' INFO (?<failed>[\d,]+) (?:errors?|diagnostics?)(?: \(.*\))?'
--- json.report    = '\{\s*"errors": \[(?:\s*\{\s*"line": \d|\]\s*\})'
--- own            = ["stop.fail"]

SELECT value->>'path' AS file, value->>'line' AS line, value->>'column' AS col, value->>'name' AS code, value->>'severity' AS level,
       coalesce(value->>'concise_description', value->>'description') AS message FROM documents, json_each(doc, '$.errors')
