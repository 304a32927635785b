-- Busted, the Lua runner: its default, plain and UTF outputs.
--
-- The counts come first, then a block for each failure, error and pending test. An error in
-- `before_each` or in a file replaces the tests that it prevented from running. `--no-keep-going` is
-- visible only in the command.
-- Tested with: Busted 2.1.

--- into     = "tests"
--- language = "lua"
--- commands = ["busted"]
--- contains = [" successes / ", " success / ", "Failure -> ", "Error -> ", "Failure → ", "Error → "]
--- unless   = ["-l", "--list", "--version", "-h", "--help"]
--- narrow   = ["-t", "--tags", "--exclude-tags", "--filter", "--filter-out", "--name", "--exclude-names-file"]
--- values   = ["-o", "--output", "-p", "--pattern", "-C", "--directory", "-r", "--run", "-m", "--lpath", "--cpath", "--helper", "--seed", "--repeat", "--lua", "-e", "-f", "--config-file", "-R", "--loaders"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'passed') OVER upto AS ended, count(coalesce(m.value->>'kind', m.value->>'passed', m.value->>'gap')) OVER upto AS block,
         lag(m.value->>'kind') OVER upto AS kind
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<passed>\d+) success(?:es)? / (?P<failed>\d+) failures? / (?P<errors>\d+) errors? / (?P<pending>\d+) pending : [\d.]+ seconds'
        || '|(?P<kind>Failure|Error|Pending) (?:->|→) (?:(?P<file>\S+) @ (?P<row>\d+)|(?P<broken>.*))|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|(?P<text>\S.*))$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
blocks AS (
  SELECT max(min(ended) - 1, 0) AS n, max(l->>'kind') AS kind, max(iif(kind IS NOT NULL, l->>'text', NULL)) AS test, max(l->>'file') AS file, max(l->>'row') AS row,
         coalesce(max(l->>'broken'), substr(min(printf('%09d', at) || iif(kind IS NULL, l->>'text', NULL)), 10)) AS message
  FROM   lines GROUP BY block HAVING max(l->>'kind') IS NOT NULL
)
SELECT n, coalesce(test, file) AS test, iif(kind = 'Pending', 'skip', 'fail') AS outcome, message, coalesce(file, iif(test GLOB '*.lua', test, NULL)) AS file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   blocks WHERE coalesce(test, file) IS NOT NULL
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, l->>'passed', (l->>'failed') + (l->>'errors'), l->>'pending',
       NOT ((l->>'failed') + (l->>'errors') > 0 AND :command GLOB '*--no-keep-going*')
       AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.n = ended - 1 AND kind = 'Error' AND (row IS NULL OR test GLOB '* before_each' OR test GLOB '* setup' OR test GLOB '* strict_setup' OR test GLOB '* lazy_setup')), 'summary'
FROM   lines WHERE (l->>'passed') + (l->>'failed') + (l->>'errors') + (l->>'pending') > 0
