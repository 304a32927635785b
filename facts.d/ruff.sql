-- ruff check, in the forms full, concise, grouped, pylint, github, json and json-lines, and `ruff format --check`.
--
-- A violation that ruff fixed (--fix) is not a finding; the tally counts those that remain. flake8
-- prints the concise format, too, without a tally, and biome has the same tally.
-- Tested with: ruff 0.17, and 0.8 for `Would reformat`.

--- into     = "diagnostics"
--- commands = ["ruff", "ruff check", "ruff format"]
--- contains = [".py:", ".pyi:", ".ipynb:", ".toml:", " errors.", " error.", " remaining).", "All checks passed!", "Would reformat: ", " already formatted", "\"noqa_row\""]
--- unless   = ["-h", "--help", "-V", "--version", "--show-files", "--show-settings", "--statistics"]
--- part     = ["--select", "--ignore", "--exclude", "--extend-exclude"]
--- values   = ["--config", "--output-format", "--extend-select", "--target-version", "--line-length", "--cache-dir", "--per-file-ignores", "--select", "--ignore", "--exclude", "--extend-exclude"]
---
--- above.rule      = '(?P<code>[A-Z]+\d+|invalid-syntax|unformatted):? (?:\[\*\] )?(?P<message>.*)'
--- finding.full    = ' *--> (?P<file>.+?):(?P<line>\d+):(?P<col>\d+)'
--- finding.github  = '.*,endColumn=\d+::(?P<file>[^\s:].*?\.(?:pyi?|ipynb|toml)):(?P<line>\d+):(?P<col>\d+): (?P<code>[A-Z]+\d+|invalid-syntax):? (?P<message>.*?)(?:%0A.*)?'
--- finding.concise = '(?P<file>[^\s:].*?\.(?:pyi?|ipynb|toml)):(?P<line>\d+):(?:(?P<col>\d+):)? (?:(?P<code>[A-Z]+\d+)|\[(?P<code>[\w-]+)\]|(?P<code>invalid-syntax|SyntaxError):) (?:\[\*\] )?(?P<message>.*)'
--- head.file       = '(?P<file>\S.*\.(?:pyi?|ipynb|toml)):'
--- finding.grouped = ' +(?P<line>\d+):(?P<col>\d+) +(?P<code>[A-Z]+\d+|invalid-syntax):? (?:\[\*\] )?(?P<message>.*)'
--- line.object     = '(?P<object>\{.*"noqa_row":.*\})'
--- finding.format  = 'Would reformat: (?P<file>.+)'
--- tally.found     = 'Found (?P<failed>\d+) errors?\.|Found \d+ errors? \(\d+ fixed, (?P<failed>\d+) remaining\)\.'
--- tally.clean     = 'All checks passed!|(?:(?P<failed>\d+) files? would be reformatted, )?\d+ files? already formatted|(?P<failed>\d+) files? would be reformatted'
--- json.report     = '\[\s*\{\s*"cell":'
--- set.format.code    = "unformatted"
--- set.format.message = "File would be reformatted"
--- in.file         = ["finding.grouped"]
--- weak            = ["finding.concise", "tally.found", "tally.clean"]

SELECT n, o->>'filename' AS file, o->>'$.location.row' AS line, o->>'$.location.column' AS col, o->>'code' AS code, o->>'message' AS message
FROM  (SELECT n, object AS o FROM lines WHERE json_valid(object) UNION ALL SELECT 0, value FROM documents, json_each(doc))
