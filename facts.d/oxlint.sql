-- oxlint: default, GitHub's annotations, agent, unix, stylish and JSON. The tally includes the warnings that
-- `--quiet` hides. unix and stylish are ESLint's formats and are read by its reader unless the command is oxlint; the
-- tally of unix counts findings and not errors.

--- commands = ["oxlint"]
--- contains = [" warnings and ", " warning and ", "   ,-[", "╭─[", "[Error", "[Warning", "{ \"diagnostics\": [", ",title=", ": error", ": warning", " problem"]
--- unless   = ["-V", "--rules", "--init", "--print-config", "--lsp"]
--- narrow   = ["-A", "--allow", "-D", "--deny", "-W", "--warn", "--ignore-pattern"]
--- values   = ["-c", "--config", "-f", "--format", "--tsconfig", "--ignore-path", "--max-warnings", "--threads"]
--- variant  = ["--quiet", "--fix", "--fix-suggestions", "--type-aware"]
--- exits    = ["0", "1"]
--- foreign  = [", Error - ", ", Warning - "]    # ESLint's format compact
---
--- above.message   = '  (?<level>[x!×⚠]) (?:(?<code>\S+\([^)]+\)): )?{message}'
--- finding.frame   = ' +(?:,-|╭─)\[(?<file>.+):{line}:{col}\]'
--- finding.github  = '::{level} file=(?<file>[^,]+),line={line},endLine=\d+,col={col},endColumn=\d+,title=(?<code>[^:]+)::[^:]+:\d+:\d+: {message}'
--- finding.agent   = '(?<file>[^\s:][^:]*\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)):{line}:{col}: {level}(?: (?<code>[\w-]+\([^)]+\)))?: {message}(?: help: .*)?'
--- finding.unix    = '(?<file>[^\s:][^:]*\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)):{line}:{col}: (?<message>.*) \[(?<level>Error|Warning)(?:/(?<code>[\w-]+\([^)]+\)))?\]'
--- head.path       = '(?<file>/.*\.\w+)'
--- finding.stylish = '  {line}:{col} +{level}  (?<message>\S(?:\S| \S)*?)(?:  +(?<code>[\w-]+\([^)]+\)))? *'
--- tally.found     = 'Found \d+ warnings? and {failed} errors?\.'
--- tally.stylish   = '✖ \d+ problems? \({failed} errors?, .*'
--- tally.unix      = '{total} problems?'
--- json.report     = '\{ "diagnostics": \['
--- own             = ["finding.agent", "finding.unix", "finding.stylish", "tally.stylish", "tally.unix"]

SELECT value->>'filename' AS file, value->>'$.labels[0].span.line' AS line, value->>'$.labels[0].span.column' AS col,
       value->>'code' AS code, value->>'severity' AS level, value->>'message' AS message FROM documents, json_each(doc, '$.diagnostics')
