-- Bats: its pretty output, and its TAP, which it prints if the output is not a terminal.
--
-- In TAP the plan comes first; a run with fewer tests was cut short. On a terminal each line is
-- overwritten, so the number of a test is printed before its mark. A failed `setup_file` is a test
-- of its own and prevents the tests of its file from running. This reader reads TAP only if the
-- command is bats; otherwise the TAP reader does.
-- Tested with: Bats 1.8.

--- into     = "tests"
--- language = "shell"
--- commands = ["bats"]
--- contains = ["\nok ", "not ok ", "1..", " ✓ ", " ✗ "]
--- unless   = ["-c", "--count", "-v", "--version", "-h", "--help"]
--- narrow   = ["-f", "--filter", "--filter-status", "--filter-tags"]
--- values   = ["-F", "--formatter", "-j", "--jobs", "-o", "--output", "--report-formatter", "--code-quote-style", "--gather-test-outputs-in"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(coalesce(m.value->>'result', m.value->>'mark', m.value->>'tests', m.value->>'gap')) OVER upto AS turn,
         count(m.value->>'tests') OVER upto AS ended
  FROM   jsonb_each(matches(iif(matches(:command, '(?:^|[\s/&;|(])bats(?:\s|$)') <> '[]' OR matches(:output, '(?m)^\d+ tests?, \d+ failures?(?:, \d+ \w+)*(?: in \d+ seconds)?$') <> '[]' AND instr(:output, ' ✓ ') + instr(:output, ' ✗ '), :output, ''),
           '(?m)^(?:(?P<result>ok|not ok) \d+ (?P<title>.*?)(?: in \d+(?:ms|sec))?(?: # (?P<skip>(?i:skip))(?: (?P<why>.*))?)?|1\.\.(?P<plan>\d+)'
        || '|(?:.*\d+/\d+(?: in \d+ sec)?)? (?P<mark>✓|✗|-) (?P<name>.+?)(?: \(skipped(?:: (?P<because>.*))?\))?(?: \[\d+\])?'
        || '|(?P<tests>\d+) tests?, (?P<failures>\d+) failures?(?:, (?P<skipped>\d+) skipped)?(?:, (?P<missing>\d+) (?:not run|interrupted))?(?: in \d+ seconds)?'
        || '|(?:#|  ) +(?:\(|from function .* )?(?:in test file |in file )(?P<file>.*), line (?P<row>\d+)[),]*|(?:#|  ) +\(from function .* in test file (?P<fixture_file>.*), line (?P<fixture_row>\d+)\)|(?:#|  ) +(?P<text>\S.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
told AS (
  SELECT turn, substr(min(printf('%09d', at) || (l->>'text')), 10) AS message, max(coalesce(l->>'file', l->>'fixture_file')) AS file, max(coalesce(l->>'row', l->>'fixture_row')) AS row FROM lines GROUP BY turn
),
items AS MATERIALIZED (
  SELECT l.ended AS n, l.at, coalesce(l->>'title', l->>'name') AS test, l->>'result' IS NOT NULL AS tap,
         CASE WHEN l->>'skip' IS NOT NULL OR l->>'mark' = '-' THEN 'skip'
              WHEN l->>'result' = 'not ok' OR l->>'mark' = '✗' THEN 'fail' ELSE 'pass' END AS outcome,
         coalesce(l->>'why', l->>'because', t.message) AS message, t.file, t.row
  FROM   lines l JOIN told t USING (turn) WHERE l->>'result' IS NOT NULL OR l->>'mark' IS NOT NULL
)
SELECT n, iif(test = 'setup_file failed', file, NULL) AS suite, test, outcome, iif(outcome = 'pass', NULL, message) AS message, iif(outcome = 'fail', file, NULL) AS file, iif(outcome = 'fail', row, NULL) AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, NULL, (l->>'tests') - (l->>'failures') - coalesce(l->>'skipped', 0) - coalesce(l->>'missing', 0), l->>'failures', coalesce(l->>'skipped', 0), l->>'missing' IS NULL AND NOT EXISTS (SELECT 1 FROM items WHERE test = 'setup_file failed'), 'items'
FROM   lines WHERE l->>'tests' + 0 > 0
UNION ALL
SELECT 0, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, whole, 'structured'
FROM  (SELECT sum(outcome = 'pass') AS passed, sum(outcome = 'fail') AS failed, sum(outcome = 'skip') AS skipped, count(*) AS results, NOT max(test = 'setup_file failed') AS whole FROM items WHERE tap),
      (SELECT sum(l->>'plan') AS plan FROM lines WHERE l->>'plan' IS NOT NULL)
WHERE  results = plan AND results > 0
