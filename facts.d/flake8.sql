-- flake8: a line for each finding and no tally.
--
-- Whether the run is complete is known only from its exit code, 0 or 1; a clean run prints nothing.
-- Codes W (style) and C (complexity and others) are warnings. ruff prints the same lines with a
-- tally below, and its reader reads those.
-- Tested with: flake8 7.5.

--- into     = "diagnostics"
--- commands = ["flake8"]
--- contains = [".py:"]
--- unless   = ["-h", "--help", "--version", "--bug-report"]
--- part     = ["--select", "--ignore", "--extend-ignore", "--exclude", "--extend-exclude"]
--- values   = ["--config", "--format", "--max-line-length", "--max-complexity", "-j", "--jobs", "--per-file-ignores", "--extend-select", "--select", "--ignore", "--extend-ignore", "--exclude", "--extend-exclude"]

WITH found AS MATERIALIZED (
  SELECT m.value->>'file' AS file, CAST(m.value->>'row' AS INTEGER) AS line, CAST(m.value->>'col' AS INTEGER) AS col, m.value->>'message' AS message,
         coalesce(m.value->>'code', m.value->>'pylint') AS code,
         iif(coalesce(m.value->>'code', m.value->>'pylint') GLOB '[WC]*', 'warning', 'error') AS level
  FROM jsonb_each(matches(:output,
         '(?m)^(?P<file>[^\s:][^:]*\.pyi?):(?P<row>\d+):(?:(?P<col>\d+): (?P<code>[A-Z]{1,3}\d{1,4})| \[(?P<pylint>[A-Z]{1,3}\d{1,4})\]) (?P<message>.*)$')) m
  WHERE NOT EXISTS (SELECT 1 FROM jsonb_each(matches(:output, '(?m)^Found \d+ errors?(?: \(.*\))?\.$')))
)
SELECT replace(file, :root || '/', '') AS file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, count(iif(level = 'error', 1, NULL)), 1, 'items'
FROM found WHERE :exit IN (0, 1) AND instr(:command, 'flake8') HAVING count(*)
