-- oxlint: default, GitHub's annotations, agent, unix, stylish and JSON.
--
-- The tally includes the warnings that `--quiet` hides. unix and stylish are ESLint's formats and are
-- read by its reader unless the command is oxlint; the tally of unix counts findings and not errors.
-- Tested with: oxlint 1.94.

--- into     = "diagnostics"
--- commands = ["oxlint"]
--- contains = [" warnings and ", " warning and ", "   ,-[", "╭─[", "[Error", "[Warning", "{ \"diagnostics\": [", ",title=", ": error", ": warning", " problem"]
--- unless   = ["-h", "--help", "-V", "--version", "--rules", "--init", "--print-config", "--lsp"]
--- narrow   = ["-A", "--allow", "-D", "--deny", "-W", "--warn", "--ignore-pattern"]
--- values   = ["-c", "--config", "-f", "--format", "--tsconfig", "--ignore-path", "--max-warnings", "--threads"]
--- variant  = ["--quiet", "--fix", "--fix-suggestions", "--type-aware"]
--- exits    = ["0", "1"]
--- foreign  = [", Error - ", ", Warning - "]    # ESLint's format compact
---
--- above.message   = '  (?P<level>[x!×⚠]) (?:(?P<code>\S+\([^)]+\)): )?(?P<message>.*)'
--- finding.frame   = ' +(?:,-|╭─)\[(?P<file>.+):(?P<line>\d+):(?P<col>\d+)\]'
--- finding.github  = '::(?P<level>error|warning) file=(?P<file>[^,]+),line=(?P<line>\d+),endLine=\d+,col=(?P<col>\d+),endColumn=\d+,title=(?P<code>[^:]+)::[^:]+:\d+:\d+: (?P<message>.*)'
--- finding.agent   = '(?P<file>[^\s:][^:]*\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)):(?P<line>\d+):(?P<col>\d+): (?P<level>error|warning)(?: (?P<code>[\w-]+\([^)]+\)))?: (?P<message>.*?)(?: help: .*)?'
--- finding.unix    = '(?P<file>[^\s:][^:]*\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)):(?P<line>\d+):(?P<col>\d+): (?P<message>.*) \[(?P<level>Error|Warning)(?:/(?P<code>[\w-]+\([^)]+\)))?\]'
--- head.path       = '(?P<file>/.*\.\w+)'
--- finding.stylish = '  (?P<line>\d+):(?P<col>\d+) +(?P<level>error|warning)  (?P<message>\S(?:\S| \S)*?)(?:  +(?P<code>[\w-]+\([^)]+\)))? *'
--- tally.found     = 'Found \d+ warnings? and (?P<failed>\d+) errors?\.'
--- tally.stylish   = '✖ \d+ problems? \((?P<failed>\d+) errors?, .*'
--- tally.unix      = '(?P<total>\d+) problems?'
--- json.report     = '\{ "diagnostics": \['
--- own             = ["finding.agent", "finding.unix", "finding.stylish", "tally.stylish", "tally.unix"]

SELECT value->>'filename' AS file, value->>'$.labels[0].span.line' AS line, value->>'$.labels[0].span.column' AS col,
       value->>'code' AS code, value->>'severity' AS level, value->>'message' AS message FROM documents, json_each(doc, '$.diagnostics')
