-- RSpec: the progress and documentation formats, and JSON.
--
-- A failure has a block with its reason before the counts and a line `rspec ./file:line # name`
-- after them. An error outside of the examples (a file that does not load, a suite hook) prevents
-- all examples from running. The blocks below `Pending:` look like failures but are not.
-- `--fail-fast` is visible only in the command.
-- Tested with: RSpec 3.12.

--- into     = "tests"
--- language = "ruby"
--- commands = ["rspec", "rake spec"]
--- contains = [" examples, ", "1 example, ", "\nrspec ", "Failure/Error: ", "An error occurred ", "\"summary_line\":"]
--- unless   = ["--dry-run", "--version", "-v", "--help", "-h", "--init", "--bisect"]
--- narrow   = ["-e", "--example", "-E", "--example-matches", "-t", "--tag"]
--- values   = ["-f", "--format", "-o", "--out", "-r", "--require", "-I", "-O", "--options", "--seed", "--order", "-P", "--pattern", "--exclude-pattern", "--failure-exit-code"]
--- variant  = ["--only-failures", "-n", "--next-failure"]

WITH report AS MATERIALIZED (
  SELECT m.value->>'json' AS json
  FROM   jsonb_each(matches(iif(instr(:output, '"summary_line":'), :output, ''), '(?m)^(?P<json>\{"version":"[\d.]+".*"examples":\[.*"summary_line":"[^"]*"\})')) m
  WHERE  json_valid(m.value->>'json') LIMIT 1
),
lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l,
         count(m.value->>'examples') OVER upto AS ended, count(coalesce(m.value->>'number', m.value->>'section', m.value->>'outside', m.value->>'gap', m.value->>'examples')) OVER upto AS block,
         count(coalesce(m.value->>'section', m.value->>'outside', m.value->>'examples')) OVER upto AS part
  FROM   jsonb_each(matches(iif(EXISTS (SELECT 1 FROM report), '', :output),
           '(?m)^(?:  (?P<number>\d+)\) (?P<title>.+?)(?: FIXED)?|(?P<section>Failures|Pending):.*|An error occurred (?P<outside>while loading (?P<load>\S+?)\.?|in an? .*)'
        || '|     Failure/Error: ?(?P<code>.*)|     (?P<class>[A-Z][\w:]*):|     (?P<fixed>Expected pending .*)|     # (?P<frame>[^\s:]+):(?P<row>\d+).*|       (?P<text>\S.*)'
        || '|rspec (?P<file>\S+?)(?::(?P<listed_row>\d+)|\[.*\])? # (?P<name>.+)'
        || '|(?P<examples>\d+) examples?, (?P<failures>\d+) failures?(?:, (?P<pending>\d+) pending)?(?:, (?P<errors>\d+) errors? occurred outside of examples)?'
        || '|(?P<error>[A-Z]\w*(?:::\w+)*:)|  (?P<reason>\S.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WHERE  :command GLOB '*rspec*' OR instr(:output, ' (files took ') OR instr(:output, 'Failure/Error: ')
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, max(l->>'section') OVER (PARTITION BY part) AS section, max(iif(l->>'number' IS NULL, NULL, l->>'title')) OVER (PARTITION BY block) AS title,
         max(l->>'class') OVER (PARTITION BY block) AS class
  FROM   lines
),
blocks AS (
  SELECT ended AS n, min(at) AS at, title AS test, trim(substr(min(iif(l->>'text' IS NULL, l->>'fixed', printf('%d%09d', l->>'class' IS NOT NULL, at) || (l->>'text'))), 11)) AS text,
         max(l->>'fixed') AS fixed, max(class) AS class, max(l->>'code') AS code, ltrim(substr(min(printf('%09d', at) || (l->>'frame')), 10), './') AS frame,
         substr(min(printf('%09d', at) || (l->>'row')), 10) AS row
  FROM   walked WHERE title IS NOT NULL AND section IS NOT 'Pending' GROUP BY block
),
named AS (
  SELECT n, at, test, coalesce(fixed, concat_ws(': ', class, nullif(text, '')), code) AS message, frame AS file, row AS line, 0 AS listed FROM blocks
  UNION ALL
  SELECT max(ended - 1, 0), at, l->>'name', NULL, ltrim(l->>'file', './'), l->>'listed_row', 1 FROM walked WHERE l->>'name' IS NOT NULL
  UNION ALL
  SELECT ended, at, coalesce(ltrim(l->>'load', './'), l->>'outside'),
         (SELECT concat_ws(' ', min(iif(e.l->>'error' IS NOT NULL, e.l->>'error', NULL)), substr(min(printf('%09d', e.at) || (e.l->>'reason')), 10)) FROM walked e WHERE e.block = w.block),
         ltrim(l->>'load', './'), NULL, 0
  FROM   walked w WHERE l->>'outside' IS NOT NULL
)
SELECT n, test, 'fail' AS outcome, max(message) AS message, coalesce(max(iif(listed, file, NULL)), max(file)) AS file, coalesce(max(iif(listed, line, NULL)), max(line)) AS line,
       NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM   named GROUP BY n, test
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, (l->>'examples') - (l->>'failures') - coalesce(l->>'pending', 0), (l->>'failures') + coalesce(l->>'errors', 0), coalesce(l->>'pending', 0),
       l->>'errors' IS NULL AND NOT (l->>'failures' + 0 > 0 AND :command GLOB '*--fail-fast*') AND NOT instr(:output, 'RSpec is shutting down')
       AND NOT instr(:output, 'Run options: include {:focus') AND (:runner IS 'rspec' OR NOT instr(:output, 'Run options: include {')), 'summary'
FROM   walked WHERE l->>'examples' + 0 > 0 OR l->>'errors' IS NOT NULL
UNION ALL
SELECT 0, e.value->>'full_description', CASE e.value->>'status' WHEN 'passed' THEN 'pass' WHEN 'failed' THEN 'fail' ELSE 'skip' END,
       (SELECT min(trim(m.value->>'text')) FROM jsonb_each(matches(trim(e.value->>'$.exception.message', char(10)), '\A(?P<text>.*)')) m),
       ltrim(e.value->>'file_path', './'), e.value->>'line_number', NULL, NULL, NULL, NULL, NULL
FROM   report, json_each(report.json, '$.examples') e
UNION ALL
SELECT 0, NULL, NULL, NULL, NULL, NULL, (report.json->>'$.summary.example_count') - (report.json->>'$.summary.failure_count') - (report.json->>'$.summary.pending_count'),
       (report.json->>'$.summary.failure_count') + (report.json->>'$.summary.errors_outside_of_examples_count'), report.json->>'$.summary.pending_count',
       (report.json->>'$.summary.errors_outside_of_examples_count') = 0 AND NOT (report.json->>'$.summary.failure_count' > 0 AND :command GLOB '*--fail-fast*'), 'structured'
FROM   report
