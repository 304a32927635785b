-- ruff check, in the forms full, concise, grouped, pylint, github, json and json-lines, and `ruff format --check`. A
-- violation that ruff fixed is not a finding. flake8 prints the concise format, too, without a tally, and biome has
-- the same tally.

--- commands = ["ruff", "ruff check", "ruff format"]
--- contains = [".py:", ".pyi:", ".ipynb:", ".toml:", " errors.", " error.", " remaining).", "All checks passed!", "Would reformat: ", " already formatted", "\"noqa_row\""]
--- unless   = ["-V", "--show-files", "--show-settings", "--statistics"]
--- part     = ["--select", "--ignore", "--exclude", "--extend-exclude"]
--- values   = ["--config", "--output-format", "--extend-select", "--target-version", "--line-length", "--cache-dir", "--per-file-ignores", "--select", "--ignore", "--exclude", "--extend-exclude"]
---
--- above.rule         = '(?<code>[A-Z]+\d+|invalid-syntax|unformatted):? (?:\[\*\] )?{message}'
--- finding.full       = ' *--> (?<file>.+?):{line}:{col}'
--- finding.github     = '.*,end(?:Column|Line)=\d+::(?<file>[^\s:].*?\.(?:pyi?|ipynb|toml)):{line}:{col}: (?<code>[A-Z]+\d+|invalid-syntax):? {message}(?:%0A.*)?'
--- finding.concise    = '(?<file>[^\s:].*?\.(?:pyi?|ipynb|toml)):{line}:(?:{col}:)? (?:(?<code>[A-Z]+\d+)|\[(?<code>[\w-]+)\]|(?<code>invalid-syntax|SyntaxError):) (?:\[\*\] )?{message}'
--- head.file          = '(?<file>\S.*\.(?:pyi?|ipynb|toml)):'
---   finding.grouped  = ' +{line}:{col} +(?<code>[A-Z]+\d+|invalid-syntax):? (?:\[\*\] )?{message}'
--- line.object        = '(?<object>\{.*"noqa_row":.*\})'
--- finding.format     = 'Would reformat: (?<file>.+)'
--- tally.found        = 'Found {failed} errors?\.|Found \d+ errors? \(\d+ fixed, {failed} remaining\)\.'
--- tally.clean        = 'All checks passed!|(?:{failed} files? would be reformatted, )?\d+ files? already formatted|{failed} files? would be reformatted'
--- json.report        = '\[\s*\{\s*"cell":'
--- set.format.code    = "unformatted"
--- set.format.message = "File would be reformatted"
--- weak               = ["finding.concise", "tally.found", "tally.clean"]

SELECT n, o->>'filename' AS file, o->>'$.location.row' AS line, o->>'$.location.column' AS col, o->>'code' AS code, o->>'message' AS message
FROM  (SELECT n, object AS o FROM lines WHERE json_valid(object) UNION ALL SELECT 0, value FROM documents, json_each(doc))
