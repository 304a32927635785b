-- Mocha: the spec, dot, list and min reporters.
--
-- A failure has its number twice: in the tree (`1) gives a discount`) and in the list after the counts, where
-- its suites stand above it, one a line, the last with a colon. A failing hook takes its suite's tests with it
-- and they are counted nowhere, so such a run is not a whole one. `--bail` stops at the first failure.
-- A run without failures has no line that counts them, so a part of the output without it does not tell of none.
-- Looked at: Mocha 12.0.

--- into     = "tests"
--- commands = ["mocha"]
--- contains = [" passing (", " failing\n", "    1) ", "Exception during run: "]
--- unless   = ["--dry-run", "--version", "-V", "--help", "-h", "--list-files", "--list-reporters", "--list-interfaces"]
--- narrow   = ["-g", "--grep", "-f", "--fgrep"]
--- part     = ["--shard", "-i", "--invert"]
--- values   = ["-R", "--reporter", "-O", "-r", "--require", "--config", "-t", "--timeout", "-s", "--slow", "-u", "--ui", "--spec", "--ignore", "-j", "--jobs", "--retries", "--extension", "--shard", "-i", "--invert"]
--- variant  = ["-i", "--invert"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, length(m.value->>'indent') AS depth, m.value->>'mark' AS mark, m.value->>'number' AS number,
         coalesce(m.value->>'title', m.value->>'text') AS title, m.value->>'passed' AS passed, m.value->>'pending' AS pending, m.value->>'failed' AS failed, m.value->>'exception' AS exception, count(m.value->>'gap') OVER (ORDER BY m.value->>'at') AS cut,
         count(m.value->>'passed') OVER (ORDER BY m.value->>'at') AS ended, count(m.value->>'failed') OVER (ORDER BY m.value->>'at') AS listing,
         count(m.value->>'number') OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:  (?P<passed>\d+) passing(?: \([\d.]+\w+\))?|  (?P<pending>\d+) pending|  (?P<failed>\d+) failing'
        || '| ?Exception during run: (?P<exception>.*)|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?P<indent>(?:  )+ ?)(?:(?P<mark>[✔✓√]|-|(?P<number>\d+)\)) (?P<title>\S.*?)(?: \(\d+m?s\))?|(?P<text>\S.*)))$')) m
  -- An indented `1)` alone could be anybody's: mocha's counts or its name must be there too.
  -- Cypress prints mocha's report for each of its specs and has a reader of its own.
  WHERE  :command LIKE '%mocha%' OR (instr(:output, ' passing (') OR instr(:output, 'Exception during run: '))
                                    AND NOT (instr(:output, '(Run Starting)') OR instr(:output, '(Run Finished)') OR instr(:output, '(Results)'))
),
walked AS (
  SELECT *, max(iif(depth = 2 AND mark IS NULL, printf('%09d', at) || title, NULL)) OVER tree AS h1,
         max(iif(depth = 4 AND mark IS NULL, printf('%09d', at) || title, NULL)) OVER tree AS h2,
         max(iif(depth = 6 AND mark IS NULL, printf('%09d', at) || title, NULL)) OVER tree AS h3,
         max(iif(depth = 8 AND mark IS NULL, printf('%09d', at) || title, NULL)) OVER tree AS h4,
         max(iif(depth = 10 AND mark IS NULL, printf('%09d', at) || title, NULL)) OVER tree AS h5,
         min(iif(title LIKE '%:', at, NULL)) OVER (PARTITION BY listing, turn) AS colon, max(number) OVER (PARTITION BY listing, turn) AS nth
  FROM   lines WINDOW tree AS (ORDER BY at)
),
listed AS (
  SELECT listing, turn, min(at) AS at, rtrim(group_concat(iif(at <= colon, title, NULL), ' › '), ':') AS test,
         substr(min(iif(at > colon, printf('%09d', at) || title, NULL)), 10) AS message,
         substr(min(iif(at > colon AND title GLOB 'at *:[0-9]*', printf('%09d', at) || title, NULL)), 10) AS frame
  FROM  (SELECT * FROM walked WHERE listing AND nth IS NOT NULL ORDER BY at) GROUP BY listing, turn
),
named AS (
  SELECT listing - 1 AS n, at, test, 'fail' AS outcome, message,
         (SELECT m.value FROM jsonb_each(matches(frame, '\(?(?P<file>[^\s()]+):(?P<row>\d+):\d+\)?$')) m) AS place
  FROM   listed WHERE test IS NOT NULL
  UNION ALL
  SELECT ended, at, concat_ws(' › ', iif(depth > 2, substr(h1, 10), NULL), iif(depth > 4, substr(h2, 10), NULL), iif(depth > 6, substr(h3, 10), NULL),
                              iif(depth > 8, substr(h4, 10), NULL), iif(depth > 10, substr(h5, 10), NULL), title),
         CASE WHEN number IS NOT NULL THEN 'fail' WHEN mark = '-' THEN 'skip' ELSE 'pass' END, NULL, NULL
  FROM   walked WHERE mark IS NOT NULL AND NOT ended AND NOT cut AND (depth = 2 OR h1 IS NOT NULL) AND NOT (SELECT count(*) FROM lines WHERE mark IS NOT NULL AND title GLOB '*: [0-9]*ms')
  UNION ALL
  SELECT ended, at, 'Exception during run', 'fail', exception, NULL FROM walked WHERE exception IS NOT NULL
),
items AS MATERIALIZED (
  SELECT min(n) AS n, min(at) AS at, test, iif(max(outcome = 'fail'), 'fail', iif(max(outcome = 'pass'), 'pass', 'skip')) AS outcome, max(message) AS message, max(place) AS place
  FROM   named GROUP BY test
)
SELECT * FROM (
  SELECT n, test, outcome, message, place->>'file' AS file, place->>'row' AS line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   items ORDER BY at)
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, passed, failed, pending,
       NOT (coalesce(failed, 0) AND (:command GLOB '* --bail*' OR :command GLOB '* -b *')) AND NOT EXISTS (SELECT 1 FROM items WHERE n = ended - 1 AND test GLOB '*" hook*'),
       iif((SELECT count(*) FROM items WHERE n = ended - 1 AND outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT ended, max(passed) + 0 AS passed, max(failed) + 0 AS failed, coalesce(max(pending), 0) + 0 AS pending FROM lines WHERE ended GROUP BY ended)
WHERE  passed OR failed
