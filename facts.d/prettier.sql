-- Prettier, asked only to look (`--check`): the files that are not formatted, and those that cannot be parsed.
--
-- A file that cannot be parsed is an error with the source below it, and there is no tally.
-- `--list-different` prints only file names, which cannot be distinguished from other output, and is
-- not read.
-- Tested with: Prettier 3.10.

--- into     = "diagnostics"
--- commands = ["prettier"]
--- contains = ["Checking formatting...", "[warn] Code style issues ", "All matched files use Prettier code style!"]
--- unless   = ["-h", "--help", "-v", "--version", "-w", "--write", "--file-info", "--find-config-path", "--support-info"]
--- values   = ["--config", "--ignore-path", "--parser", "--plugin", "--log-level", "--loglevel", "--config-precedence", "--cache-location", "--stdin-filepath", "--print-width", "--tab-width"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it, count(coalesce(m.value->>'some', m.value->>'none')) OVER (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS n
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<some>\[warn\] Code style issues (?:found )?in (?:(?P<files>\d+) files|.*).*|Error occurred when checking code style in .*)|(?P<none>All matched files use Prettier code style!)'
        || '|\[error\] (?P<broken>[^\s>|][^:]*): (?P<message>\w*Error: .*?)(?: \((?P<row>\d+):(?P<col>\d+)\))?|\[error\] (?P<nofile>No (?:files|parser) .*)'
        || '|\[warn\] (?P<file>\S.*))$')) m
),
found AS MATERIALIZED (
  SELECT n, at, coalesce(it->>'file', it->>'broken') AS file, (it->>'row') + 0 AS line, (it->>'col') + 0 AS col, coalesce(it->>'message', it->>'nofile', 'File is not formatted') AS message,
         iif(it->>'file' IS NULL, NULL, 'unformatted') AS code
  FROM   seen WHERE coalesce(it->>'file', it->>'broken', it->>'nofile') IS NOT NULL
)
SELECT n, replace(file, :root || '/', '') AS file, line, col, code, level, message, failed, ended, how
FROM (
  SELECT n, at, file, line, col, code, 'error' AS level, message, NULL AS failed, NULL AS ended, NULL AS how FROM found
  UNION ALL
  SELECT n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, max(files, count(f.message)), NOT instr(:output, ' characters truncated] ...'), 'items'
  FROM  (SELECT n, coalesce((it->>'files') + 0, it->>'some' IS NOT NULL) AS files FROM seen WHERE coalesce(it->>'some', it->>'none') IS NOT NULL) LEFT JOIN found f USING (n) GROUP BY n, files
)
ORDER BY n, at IS NULL, at
