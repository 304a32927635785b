-- mypy: a line for each error, or `-O json`, and a tally.
--
-- Notes belong to the error above them and are omitted. A module that cannot be parsed or found ends
-- the run before anything else is checked, which the tally reports. With `--pretty` a message has
-- several lines; the first one is kept, and the code at the end of the last one is lost. The columns
-- of the JSON start at 0 and are converted to start at 1.
-- Tested with: mypy 2.4.

--- into     = "diagnostics"
--- commands = ["mypy", "dmypy run", "dmypy check"]
--- contains = [": error: ", "Success: no issues found in ", "errors prevented further checking", "\"severity\": \"error\""]
--- unless   = ["-h", "--help", "-V", "--version"]
--- part     = ["--exclude"]
--- values   = ["-m", "--module", "-p", "--package", "-c", "--config-file", "--python-version", "--platform", "--cache-dir", "-O", "--output", "--follow-imports", "--python-executable", "--exclude"]
--- variant  = ["--strict"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, count(m.value->>'tally') OVER before AS n
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || '(?P<file>[^\s:][^:]*\.pyi?)(?::(?P<row>\d+))?(?::(?P<col>\d+))?(?::\d+:\d+)?: (?P<level>error|warning): (?P<message>.*?)(?:  \[(?P<code>[\w-]+)\])?'
    || '|(?P<object>\{"file": ".*"severity": "(?:error|warning)"\})'
    || '|(?P<tally>Found (?P<errors>\d+) errors? in \d+ files? \((?P<state>checked|errors prevented).*\)|Success: no issues found in \d+ source files?)'
    || ')$')) m
  WINDOW before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
found AS (
  SELECT n, at, it->>'file' AS file, CAST(it->>'row' AS INTEGER) AS line, CAST(it->>'col' AS INTEGER) AS col,
         it->>'code' AS code, it->>'level' AS level, it->>'message' AS message
  FROM seen WHERE it->>'file' IS NOT NULL
  UNION ALL
  SELECT n, at, o->>'file', o->>'line', (o->>'column') + 1, o->>'code', o->>'severity', o->>'message'
  FROM (SELECT n, at, it->>'object' AS o FROM seen WHERE json_valid(it->>'object'))
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT *, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, at, NULL, NULL, NULL, NULL, NULL, NULL, CAST(coalesce(it->>'errors', 0) AS INTEGER), coalesce(it->>'state', '') <> 'errors prevented', 'items'
  FROM seen WHERE it->>'tally' IS NOT NULL
)
ORDER BY at
