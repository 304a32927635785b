-- Pyrefly: full-text, min-text, GitHub's annotations and JSON.
--
-- Warnings are shown only if they count as failures. The tally follows the JSON, too. SARIF and
-- code-climate are left to the readers of these formats.
-- Tested with: Pyrefly 1.4.

--- into     = "diagnostics"
--- commands = ["pyrefly check"]
--- contains = [" INFO ", "ERROR ", " WARN ", "title=Pyrefly ", "\"concise_description\":"]
--- foreign  = ["\"$schema\":", "\"check_name\":"]
--- unless   = ["-h", "--help", "-V", "--version", "--watch"]
--- part     = ["--only", "--project-excludes"]
--- values   = ["-j", "--threads", "-c", "--config", "--color", "-o", "--output", "--output-format", "--debug-info", "--summary", "--progress-bar", "--relative-to", "--baseline", "--min-severity", "--only", "--project-excludes", "--python-version", "--python-platform", "--python-interpreter-path", "--search-path", "--site-package-path"]
--- exits    = ["0", "1"]
--- strict   = true
--- repeats  = true
--- placed   = ["finding.full"]
--- proof    = [".py:", ".pyi:", ".py,", "\"concise_description\":"]
---
--- stop.fail      = 'Fatal configuration error'
--- finding.min    = '(?P<level>ERROR| WARN| INFO) (?P<file>[^\s:].*\.(?:pyi?|ipynb|toml)):(?P<line>\d+):(?P<col>\d+)-[\d:]*\d: (?P<message>.*) \[(?P<code>[a-z][a-z-]*)\]'
--- finding.full   = '(?P<level>ERROR| WARN| INFO) (?P<message>.*) \[(?P<code>[a-z][a-z-]*)\]'
--- detail.place   = ' *--> (?P<file>[^\s:].*\.(?:pyi?|ipynb|toml)):(?P<line>\d+):(?P<col>\d+)'
--- finding.github = '::(?P<level>error|warning|notice) file=(?P<file>[^,]+),line=(?P<line>\d+),col=(?P<col>\d+),.*title=Pyrefly (?P<code>[a-z-]+)::(?P<message>.*?)(?:%0A.*)?'
--- tally.counts   = ' INFO (?P<failed>[\d,]+) (?:errors?|diagnostics?)(?: \(.*\))?'
--- json.report    = '\{\s*"errors": \[(?:\s*\{\s*"line": \d|\]\s*\})'
--- own            = ["stop.fail"]

SELECT value->>'path' AS file, value->>'line' AS line, value->>'column' AS col, value->>'name' AS code, value->>'severity' AS level,
       coalesce(value->>'concise_description', value->>'description') AS message FROM documents, json_each(doc, '$.errors')
