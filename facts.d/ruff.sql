-- ruff check, in the forms full, concise, grouped, pylint, github, json and json-lines, and `ruff format --check`.
--
-- In the full format the rule is above the position, in the others on the same line. A violation
-- that ruff fixed (--fix) is not a finding; the tally counts those that remain. Without a tally (-q)
-- it is unknown whether the output is complete. flake8 prints the concise format, too, without a
-- tally, and biome has the same tally: a line without a tally, and a tally without findings, are
-- ruff's only if the command is ruff.
-- Tested with: ruff 0.17, and 0.8 for `Would reformat`.

--- into     = "diagnostics"
--- commands = ["ruff", "ruff check", "ruff format"]
--- contains = [".py:", ".pyi:", ".ipynb:", ".toml:", " errors.", " error.", " remaining).", "All checks passed!", "Would reformat: ", " already formatted", "\"noqa_row\""]
--- unless   = ["-h", "--help", "-V", "--version", "--show-files", "--show-settings", "--statistics"]
--- part     = ["--select", "--ignore", "--exclude", "--extend-exclude"]
--- values   = ["--config", "--output-format", "--extend-select", "--target-version", "--line-length", "--cache-dir", "--per-file-ignores", "--select", "--ignore", "--exclude", "--extend-exclude"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it,
         count(coalesce(m.value->>'errors', m.value->>'passed', m.value->>'formatted')) OVER before AS n,
         lag(m.value) OVER line AS previous,
         substr(max(format('%012d', m.value->>'at') || (m.value->>'group')) OVER line, 13) AS grouped
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || ' *--> (?P<place>.+?):(?P<prow>\d+):(?P<column>\d+)'
    || '|(?P<rule>[A-Z]+\d+|(?:invalid-syntax|unformatted):) (?:\[\*\] )?(?P<said>.*)'
    || '|(?:::\w+ title=ruff .*?::)?(?P<file>[^\s:].*?\.(?:pyi?|ipynb|toml)):(?P<row>\d+):(?:(?P<col>\d+):)? (?:(?P<code>[A-Z]+\d+)|\[(?P<pylint>[\w-]+)\]|(?P<syntax>invalid-syntax|SyntaxError):) (?:\[\*\] )?(?P<message>.*)'
    || '|(?P<group>\S.*\.(?:pyi?|ipynb|toml)):'
    || '| +(?P<gline>\d+):(?P<gcol>\d+) +(?P<gcode>[A-Z]+\d+|invalid-syntax:) (?:\[\*\] )?(?P<gsaid>.*)'
    || '|(?P<object>\{.*"noqa_row":.*\})'
    || '|Would reformat: (?P<reformat>.+)'
    || '|Found (?P<errors>\d+) errors?(?: \(\d+ fixed, (?P<remaining>\d+) remaining\))?\.'
    || '|(?P<passed>All checks passed!)'
    || '|(?P<formatted>(?:(?P<would>\d+) files? would be reformatted)?(?:, )?(?:\d+ files? already formatted)?)'
    || ')$')) m
  WHERE m.value->>'formatted' IS NULL OR m.value->>'formatted' <> ''
  WINDOW line   AS (ORDER BY m.value->>'at'),
         before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
objects AS (
  SELECT n, at, it->>'object' AS o FROM seen WHERE json_valid(it->>'object')
  UNION ALL
  SELECT 0, -1, d.value FROM jsonb_each(matches(iif(instr(:output, '"noqa_row"'), :output, ''), '(?ms)^(?P<json>\[$.*?^\])')) m, json_each(iif(json_valid(m.value->>'json'), m.value->>'json', '[]')) d WHERE d.value->>'filename' IS NOT NULL
),
found AS (
  SELECT n, at, it->>'place' AS file, it->>'prow' AS line, it->>'column' AS col, previous->>'rule' AS code, previous->>'said' AS message
  FROM seen WHERE it->>'place' IS NOT NULL AND previous->>'rule' IS NOT NULL
  UNION ALL
  SELECT n, at, it->>'file', it->>'row', it->>'col', coalesce(it->>'code', it->>'pylint', it->>'syntax'), substr(it->>'message', 1, instr((it->>'message') || '%0A', '%0A') - 1)
  FROM seen
  WHERE it->>'file' IS NOT NULL AND (instr(:command, 'ruff') OR instr(:output, 'title=ruff ') OR EXISTS (SELECT 1 FROM seen WHERE it->>'errors' IS NOT NULL))
  UNION ALL
  SELECT n, at, grouped, it->>'gline', it->>'gcol', it->>'gcode', it->>'gsaid' FROM seen WHERE it->>'gline' IS NOT NULL AND grouped <> ''
  UNION ALL
  SELECT n, at, o->>'filename', o->>'$.location.row', o->>'$.location.column', o->>'code', o->>'message' FROM objects
  UNION ALL
  SELECT n, at, it->>'reformat', NULL, NULL, 'unformatted', 'File would be reformatted' FROM seen WHERE it->>'reformat' IS NOT NULL
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT n, at, file, CAST(line AS INTEGER) AS line, CAST(col AS INTEGER) AS col, rtrim(code, ':') AS code, 'error' AS level, message,
         NULL AS failed, NULL AS ended, NULL AS how
  FROM found
  UNION ALL
  SELECT n, at, NULL, NULL, NULL, NULL, NULL, NULL,
         CAST(coalesce(it->>'remaining', it->>'errors', it->>'would', 0) AS INTEGER), 1, 'items'
  FROM seen
  WHERE coalesce(it->>'errors', it->>'passed', it->>'formatted') IS NOT NULL AND (instr(:command, 'ruff') OR EXISTS (SELECT 1 FROM found))
  UNION ALL
  SELECT 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, count(*), 1, 'structured' FROM objects WHERE at = -1 HAVING count(*)
)
ORDER BY at
