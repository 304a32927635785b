-- Jasmine: the console reporter.
--
-- Passed specs are dots; failed specs are listed by their full name with the message below. Specs
-- that `fit` or `fdescribe` leave out make the run incomplete, which Jasmine reports; so does
-- `--fail-fast`, which it does not report.
-- Tested with: Jasmine 7.0.

--- into     = "tests"
--- language = "javascript"
--- commands = ["jasmine"]
--- contains = [" specs, ", " spec, "]
--- unless   = ["init", "examples", "help", "version", "-v", "-h", "--help", "--version", "enumerate"]
--- narrow   = ["--filter", "--filter-path"]
--- values   = ["--config", "--helper", "--require", "--reporter", "--seed", "--parallel"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l,
         count(m.value->>'number') OVER (ORDER BY m.value->>'at') AS turn, lag(m.value->>'label') OVER (ORDER BY m.value->>'at') AS label,
         count(m.value->>'section') OVER (ORDER BY m.value->>'at') AS part
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?P<section>Failures|Pending|Suite error.*):?|(?P<number>\d+)\) (?P<test>.*)|  (?P<label>Message|Stack):'
        || '| +at (?:.* )?\(?(?P<file>[^\s()]+):(?P<line_no>\d+):\d+\)?|(?P<incomplete>Incomplete: .*|Overall: incomplete.*)'
        || '|(?P<specs>\d+) specs?, (?P<failed>\d+) failures?(?:, (?P<pending>\d+) pending specs?)?\nFinished in .*|  +(?P<text>\S.*))$')) m
  WHERE  :output GLOB '*[0-9] spec*, [0-9]* failure*'
),
blocks AS (
  SELECT turn, min(at) AS at, max(l->>'test') AS test, max(iif(l->>'number' IS NULL, NULL, section)) AS section, substr(min(iif(label = 'Message', printf('%09d', at) || (l->>'text'), NULL)), 10) AS message,
         substr(min(printf('%09d', at) || (l->>'file')), 10) AS file, substr(min(iif(l->>'file' IS NULL, NULL, printf('%09d', at) || (l->>'line_no'))), 10) AS line
  FROM  (SELECT *, max(l->>'section') OVER (PARTITION BY part) AS section FROM lines) GROUP BY turn HAVING max(l->>'number') IS NOT NULL
)
SELECT * FROM (
  SELECT test, iif(section = 'Pending', 'skip', 'fail') AS outcome, iif(section = 'Pending', NULL, message) AS message,
         iif(section = 'Pending', NULL, iif(file GLOB :cwd || '/*', substr(file, length(:cwd) + 2), file)) AS file, iif(section = 'Pending', NULL, line) AS line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   blocks ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, (l->>'specs') - (l->>'failed') - coalesce(l->>'pending', 0), (l->>'failed') + 0, coalesce(l->>'pending', 0) + 0,
       NOT EXISTS (SELECT 1 FROM lines WHERE l->>'incomplete' IS NOT NULL) AND NOT (l->>'failed' > '0' AND :command GLOB '* --fail-fast*'), 'summary'
FROM   lines WHERE l->>'specs' IS NOT NULL AND (l->>'specs' <> '0' OR l->>'failed' <> '0')
