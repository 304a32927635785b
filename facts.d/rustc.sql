-- rustc, cargo check, build and clippy: the full messages, `--message-format short` and JSON.
--
-- A message has its position on the next line (` --> src/lib.rs:2:5`) and, the first time a lint
-- fires, its name in a note. The same finding in the library and in its tests counts once. An error
-- prevents later crates from being checked; only `Finished` shows that everything was checked.
-- Clippy is the same program and has the same reader.
-- Tested with: Rust and cargo 1.95.

--- into     = "diagnostics"
--- commands = ["cargo check", "cargo c", "cargo clippy", "cargo build", "cargo b", "rustc"]
--- contains = ["error[E", "error: ", "warning: ", "Finished `", "\"reason\":\"compiler-message\"", "\"$message_type\":\"diagnostic\""]
--- unless   = ["--version", "-V", "--help", "-h", "--explain", "--print"]
--- part     = ["-p", "--package", "--bin", "--example", "--test", "--exclude", "--lib", "--bins", "--tests", "--examples"]
--- values   = ["--manifest-path", "--target", "--target-dir", "--profile", "--features", "-F", "-j", "--jobs", "--color", "--config", "--message-format", "-Z", "--crate-type", "--edition", "-o", "--out-dir", "-C", "-p", "--package", "--bin", "--example", "--test", "--exclude"]
--- variant  = ["--release", "--all-features", "--no-default-features", "--features", "--all-targets", "--tests"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'level') OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<summary>error: could not compile `.*|error: aborting due to .*|warning: `.* generated \d+ warnings?.*|warning: build failed.*|error: (?:test|doctest|test run) failed.*|error: \d+ targets? failed.*|error: command .*|error: process .*|warning: \d+ warnings? emitted)'
        || '|(?P<level>error|warning)(?:\[(?P<code>\w+)\])?: (?P<message>.*)'
        || '|(?P<short>[^\s:]+\.rs):(?P<short_row>\d+):(?P<short_col>\d+): (?P<short_level>error|warning)(?:\[(?P<short_code>\w+)\])?: (?P<short_message>.*)'
        || '| *--> (?P<file>[^\s:]+):(?P<row>\d+):(?P<col>\d+)'
        || '| *= note: `#\[(?:warn|deny)\((?P<lint>[\w:]+)\).*'
        || '| *Finished `?(?P<finished>\w+).* target\(s\) in .*)$')) m
),
json AS MATERIALIZED (
  SELECT m.value->>'at' AS at, coalesce((m.value->>'json')->'message', '{}') AS nested, m.value->>'json' AS j
  FROM   jsonb_each(matches(iif(instr(:output, '"$message_type":"diagnostic"'), :output, ''), '(?m)^(?P<json>\{.*"\$message_type":"diagnostic".*\})$')) m WHERE json_valid(m.value->>'json')
),
told AS (
  SELECT at, d, (SELECT s.value FROM json_each(d, '$.spans') s WHERE s.value->>'is_primary' LIMIT 1) AS span
  FROM  (SELECT at, iif(json_type(nested) = 'object' AND nested->>'spans' IS NOT NULL, nested, j) AS d FROM json)
),
found AS (
  SELECT min(at) AS at, max(l->>'level') AS level, coalesce(max(l->>'code'), max(l->>'lint')) AS code, max(l->>'message') AS message,
         substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(iif(l->>'file' IS NULL, NULL, printf('%09d', at) || (l->>'row'))), 10) AS line, substr(min(iif(l->>'file' IS NULL, NULL, printf('%09d', at) || (l->>'col'))), 10) AS col
  FROM   lines WHERE turn AND l->>'summary' IS NULL GROUP BY turn
  UNION ALL
  SELECT at, d->>'level', d->>'$.code.code', d->>'message', span->>'file_name', span->>'line_start', span->>'column_start' FROM told WHERE d->>'level' IN ('error', 'warning') AND span IS NOT NULL
  UNION ALL
  SELECT at, l->>'short_level', l->>'short_code', l->>'short_message', l->>'short', l->>'short_row', l->>'short_col' FROM lines WHERE l->>'short' IS NOT NULL
),
once AS MATERIALIZED (
  SELECT min(at) AS at, file, line + 0 AS line, col + 0 AS col, max(code) AS code, level, message FROM found
  -- A message without a position was printed by another program, unless rustc reports a compile error.
  WHERE  file GLOB '*.rs' OR level = 'error' AND file IS NULL AND EXISTS (SELECT 1 FROM lines WHERE l->>'summary' GLOB 'error: could not*' OR l->>'summary' GLOB 'error: aborting*')
  GROUP  BY file, line, col, level, message
)
SELECT * FROM (SELECT file, line, col, code, level, message, NULL AS failed, NULL AS ended, NULL AS how FROM once ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, max(named, red), NOT red AND finished, iif(EXISTS (SELECT 1 FROM json), 'structured', 'items')
FROM  (SELECT (SELECT count(*) FROM once WHERE level = 'error') AS named, count(iif(l->>'summary' GLOB 'error: could not*' OR l->>'summary' GLOB 'error: aborting*', 1, NULL)) > 0 AS red, count(l->>'finished') > 0 AS finished FROM lines)
WHERE  red OR finished
