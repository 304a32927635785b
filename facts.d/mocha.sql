-- Mocha: the spec, dot, list and min reporters.
--
-- A failure has its number in two places: in the tree (`1) gives a discount`), and in the list after
-- the counts, with its suites above it, one per line, the last with a colon. A failing hook prevents
-- the tests of its suite from running, and these are not counted, so the run is not complete.
-- `--bail` stops at the first failure. A run without failures has no line that counts them, so a
-- partial output without that line does not show that nothing failed.
-- Tested with: Mocha 12.0.

--- into     = "tests"
--- language = "javascript"
--- commands = ["mocha"]
--- contains = [" passing (", " failing\n", "    1) ", "Exception during run: "]
--- unless   = ["--dry-run", "--version", "-V", "--help", "-h", "--list-files", "--list-reporters", "--list-interfaces"]
--- narrow   = ["-g", "--grep", "-f", "--fgrep"]
--- part     = ["--shard", "-i", "--invert"]
--- values   = ["-R", "--reporter", "-O", "-r", "--require", "--config", "-t", "--timeout", "-s", "--slow", "-u", "--ui", "--spec", "--ignore", "-j", "--jobs", "--retries", "--extension", "--shard", "-i", "--invert"]
--- variant  = ["-i", "--invert"]

WITH lines AS MATERIALIZED (
  -- Most of a long output is passed tests: their names are gathered, with the suites above them.
  SELECT m.value->>'at' AS at, length(m.value->>'indent') AS depth, m.value->>'mark' AS mark, m.value->>'number' AS number, m.value->>'head' AS path,
         coalesce(m.value->>'title', m.value->>'text', m.value->>'root') AS title, m.value->>'passed' AS passed, m.value AS l, count(m.value->>'gap') OVER upto AS cut,
         count(m.value->>'passed') OVER upto AS ended, count(m.value->>'failed') OVER upto AS listing, count(m.value->>'number') OVER upto AS turn
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:  (?P<passed>\d+) passing(?: \([\d.]+\w+\))?|  (?P<pending>\d+) pending|  (?P<failed>\d+) failing'
        || '| ?Exception during run: (?P<exception>.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.|  [✔✓√] (?P<root>\S.*?)(?: \(\d+m?s\))?'
        || '|(?P<indent>(?:  )+ ?)(?:(?P<mark>-|(?P<number>\d+)\)) (?P<title>\S.*?)(?: \(\d+m?s\))?|[✔✓√] (?P<green>\S.*?)(?: \(\d+m?s\))?|(?P<text>\S.*)))$',
           'text', 'passed gap', 'green', 'indent')) m
  -- An indented `1)` alone may have any origin, so mocha's counts or its name are required, too.
  -- Cypress prints mocha's report for each of its specs, and has its own reader.
  WHERE  :command LIKE '%mocha%' OR (instr(:output, ' passing (') OR instr(:output, 'Exception during run: '))
                                    AND NOT (instr(:output, '(Run Starting)') OR instr(:output, '(Run Finished)') OR instr(:output, '(Results)'))
  WINDOW upto AS (ORDER BY m.value->>'at')
),
walked AS (
  SELECT *, min(iif(title LIKE '%:', at, NULL)) OVER turn AS colon, max(number) OVER turn AS nth
  FROM   lines WINDOW turn AS (PARTITION BY listing, turn)
),
listed AS (
  SELECT listing, turn, min(at) AS at, rtrim(group_concat(iif(at <= colon, title, NULL), ' › '), ':') AS test,
         substr(min(iif(at > colon, printf('%09d', at) || title, NULL)), 10) AS message,
         substr(min(iif(at > colon AND title GLOB 'at *:[0-9]*', printf('%09d', at) || title, NULL)), 10) AS frame
  FROM  (SELECT * FROM walked WHERE listing AND nth IS NOT NULL ORDER BY at) GROUP BY listing, turn
),
-- The list reporter prints titles followed by the time, and no tree. Lines above the first outer suite are the end of
-- one that was cut off.
tree AS MATERIALIZED (
  SELECT matches(:output, '(?m)^ +(?:[✔✓√]|-|\d+\)) .*: \d.*ms$') = '[]' AS printed, min(iif(depth = 2 AND l->>'text' IS NOT NULL, at, NULL)) AS start,
         min(iif(depth = 2 AND l->>'text' IS NOT NULL, l->>'past', NULL)) AS cut_off
  FROM   lines
),
named AS (
  SELECT listing - 1 AS n, at, test, 'fail' AS outcome, message,
         (SELECT m.value FROM jsonb_each(matches(frame, '\(?(?P<file>[^\s()]+):(?P<row>\d+):\d+\)?$')) m) AS place
  FROM   listed WHERE test IS NOT NULL
  UNION ALL
  SELECT ended, at, concat_ws(' › ', path, title), CASE WHEN number IS NOT NULL THEN 'fail' WHEN mark IS NULL THEN 'pass' ELSE 'skip' END, NULL, NULL
  FROM   lines, tree WHERE printed AND coalesce(mark, l->>'root') IS NOT NULL AND NOT ended AND NOT cut AND (coalesce(depth, 2) = 2 OR at > start)
  UNION ALL
  SELECT ended, at, 'Exception during run', 'fail', l->>'exception', NULL FROM lines WHERE l->>'exception' IS NOT NULL
),
items AS MATERIALIZED (
  SELECT min(n) AS n, min(at) AS at, test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, max(message) AS message, max(place) AS place
  FROM   named GROUP BY test
),
gathered AS MATERIALIZED (
  SELECT l->'gathered' AS names, cut_off FROM lines, tree
  WHERE  l->'gathered' IS NOT NULL AND printed AND NOT (ended - (passed IS NOT NULL)) AND NOT (cut - (l->>'gap' IS NOT NULL))
),
green AS MATERIALIZED (
  SELECT json_group_array(g.value) AS names FROM gathered, json_each(names) g WHERE g.key >= cut_off AND g.value NOT IN (SELECT test FROM items)
)
SELECT * FROM (
  SELECT n, test, NULL AS tests, outcome, message, place->>'file' AS file, place->>'row' AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
SELECT 0, NULL, names, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM green WHERE names <> '[]'
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, pending,
       NOT (coalesce(failed, 0) AND (:command GLOB '* --bail*' OR :command GLOB '* -b *')) AND NOT EXISTS (SELECT 1 FROM items WHERE n = ended - 1 AND test GLOB '*" hook*'),
       iif((SELECT count(*) FROM items WHERE n = ended - 1 AND outcome = 'pass') + iif(ended = 1, json_array_length(names), 0) = passed, 'items', 'summary')
FROM   green, (SELECT ended, max(passed) + 0 AS passed, max(l->>'failed') + 0 AS failed, coalesce(max(l->>'pending'), 0) + 0 AS pending FROM lines WHERE ended GROUP BY ended)
WHERE  passed OR failed
