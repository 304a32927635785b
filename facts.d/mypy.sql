-- mypy: a line for each error, or `-O json`, and a tally. With `--pretty` the first line of a message is kept, and
-- the code at the end of the last one is lost. Only the columns of the JSON start at 0.

--- commands = ["mypy", "dmypy run", "dmypy check"]
--- contains = [": error: ", "Success: no issues found in ", "errors prevented further checking", "\"severity\": \"error\""]
--- unless   = ["-V"]
--- part     = ["--exclude"]
--- values   = ["-m", "--module", "-p", "--package", "-c", "--config-file", "--python-version", "--platform", "--cache-dir", "-O", "--output", "--follow-imports", "--python-executable", "--exclude"]
--- variant  = ["--strict"]
---
--- finding.line   = '(?<file>[^\s:][^:]*\.pyi?):{line}(?::{col})?(?::\d+:\d+)?: {level}: {message}(?:  \[(?<code>[\w-]+)\])? *'
--- finding.file   = '(?<file>[^\s:][^:]*\.pyi?): {level}: {message}(?:  \[(?<code>[\w-]+)\])? *'    # argparse prints it, too
--- line.object    = '(?<object>\{"file": ".*"severity": "(?:error|warning)"\})'
--- stop.prevented = 'Found {failed} errors? in \d+ files? \(errors prevented .*\)'
--- tally.found    = 'Found {failed} errors? in \d+ files? \(checked .*\)'
--- tally.success  = 'Success: (?<failed>no) issues found in \d+ source files?'
--- own            = ["finding.file"]

SELECT n, o->>'file' AS file, o->>'line' AS line, (o->>'column') + 1 AS col, o->>'code' AS code, o->>'severity' AS level, o->>'message' AS message
FROM  (SELECT n, object AS o FROM lines WHERE json_valid(object))
