-- swift test and xcodebuild test: XCTest and Swift Testing, which may share one run.
--
-- XCTest counts failed assertions, not tests, so the lines of the cases are counted if they are
-- visible. Each suite prints its totals; those of the outermost suite (`All tests`, `Selected
-- tests`) count. Swift Testing begins its lines with a symbol that depends on the system. A run with
-- 0 tests belongs to the framework that is not used.
-- Written from the documentation and from printed examples of Swift 5.9 to 6.2; not run here.

--- whole    = ["test"]
--- into     = "tests"
--- language = "swift"
--- commands = ["swift test", "xcodebuild test"]
--- contains = ["Test Case '", "Test Suite 'All tests' ", "Test Suite 'Selected tests' ", " Test run with ", " recorded an issue at ", " Executed "]
--- unless   = ["--list-tests", "list", "--help", "-h", "--version"]
--- narrow   = ["--filter", "--skip", "-only-testing", "-skip-testing", "--specifier", "-s"]
--- values   = ["-c", "--configuration", "--package-path", "--scratch-path", "--num-workers", "-j", "--jobs", "-scheme", "-destination", "-project", "-workspace", "-testPlan", "--xunit-output", "-Xswiftc", "-Xcc"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, lag(m.value->>'whole') OVER upto AS whole
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:Test Case ''(?:-\[)?(?P<test>[^'']+?)\]?'' (?P<outcome>passed|failed|skipped|started).*|Test Suite ''(?P<whole>All tests|Selected tests)'' (?:passed|failed) .*'
        || '|\s*Executed (?P<executed>\d+) tests?, with (?:(?P<skipped>\d+) tests? skipped and )?(?P<failures>\d+) failures? \(.*'
        || '|\S+ +Test run with (?P<ran>\d+) tests?(?: in \d+ suites?)? (?P<how>passed|failed) after .*'
        || '|\S+ +Test (?P<new>"[^"]*"|[^\s"]\S*\(.*?\)) (?:with \d+ test cases? )?(?:(?P<new_outcome>passed|failed) after .*|(?P<new_skip>skipped)\.?.*|recorded an issue (?:with .*? )?at (?P<new_file>[^\s:]+):(?P<new_row>\d+):\d+: (?P<new_why>.*))'
        || '|(?P<file>\S.*?\.swift):(?P<row>\d+): error: (?:-\[)?(?P<owner>[^\]:]+?)\]? : (?P<why>.*)|(?P<source>\S.*?\.swift):(?P<source_row>\d+):\d+: error: (?P<broken>.*)'
        || '|error: (?P<fatal>fatalError)|(?:error: )?(?P<crash>.*unexpected signal code \d+.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
named AS (
  SELECT at, replace(l->>'test', ' ', '.') AS test, CASE l->>'outcome' WHEN 'failed' THEN 'fail' WHEN 'passed' THEN 'pass' ELSE 'skip' END AS outcome, NULL AS message, NULL AS file, NULL AS row
  FROM   lines WHERE l->>'outcome' <> 'started'
  UNION ALL
  SELECT at, replace(l->>'owner', ' ', '.'), 'fail', l->>'why', l->>'file', l->>'row' FROM lines WHERE l->>'owner' IS NOT NULL
  UNION ALL
  SELECT at, trim(l->>'new', '"'), CASE WHEN l->>'new_skip' IS NOT NULL THEN 'skip' WHEN l->>'new_outcome' = 'passed' THEN 'pass' ELSE 'fail' END, l->>'new_why', l->>'new_file', l->>'new_row' FROM lines WHERE l->>'new' IS NOT NULL
  UNION ALL
  SELECT at, replace(l->>'test', ' ', '.'), 'fail', 'ended without a result', NULL, NULL
  FROM   lines WHERE l->>'outcome' = 'started' AND EXISTS (SELECT 1 FROM lines WHERE l->>'crash' IS NOT NULL) AND l->>'test' NOT IN (SELECT e.l->>'test' FROM lines e WHERE e.l->>'outcome' <> 'started')
  UNION ALL
  SELECT min(at), '[build]', 'fail', substr(min(printf('%09d', at) || (l->>'broken')), 10), substr(min(printf('%09d', at) || (l->>'source')), 10), substr(min(printf('%09d', at) || (l->>'source_row')), 10)
  FROM   lines WHERE l->>'broken' IS NOT NULL AND EXISTS (SELECT 1 FROM lines WHERE l->>'fatal' IS NOT NULL) HAVING count(*) > 0
),
items AS MATERIALIZED (
  SELECT test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, substr(min(printf('%09d', at) || message), 10) AS message,
         replace(substr(min(printf('%09d', at) || file), 10), :root || '/', '') AS file, substr(min(printf('%09d', at) || row), 10) AS row
  FROM   named GROUP BY test
),
ends AS MATERIALIZED (
  SELECT coalesce(sum(iif(l->>'ran' IS NULL, l->>'executed', l->>'ran')), 0) AS ran, coalesce(sum(l->>'skipped'), 0) AS skipped, coalesce(sum(l->>'failures'), 0) AS failures, coalesce(max(l->>'how' = 'failed'), 0) AS red
  FROM   lines WHERE l->>'ran' IS NOT NULL OR l->>'executed' IS NOT NULL AND whole IS NOT NULL
)
SELECT test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, row AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, max(0, ran - max(bad, iif(cases, 0, max(failures, red))) - max(skips, skipped)), max(bad, iif(cases, 0, max(failures, red))), max(skips, skipped),
       NOT EXISTS (SELECT 1 FROM lines WHERE l->>'crash' IS NOT NULL OR l->>'gap' IS NOT NULL), iif(cases, 'items', 'summary')
FROM   ends, (SELECT coalesce(sum(outcome = 'fail'), 0) AS bad, coalesce(sum(outcome = 'skip'), 0) AS skips, coalesce(max(outcome = 'pass'), 0) + coalesce(max(outcome = 'fail'), 0) AS cases FROM items)
WHERE  ran > 0
