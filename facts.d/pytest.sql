-- pytest, in every verbosity: -v names each test, otherwise only the failures are named.
--
-- Failed tests are named in up to three places: in the lines of -v, in the headings of the
-- tracebacks, and in the "short test summary info", which versions before 5.4 print only on
-- request. A heading has no file name. It counts only if the other two do not name the test, and
-- its file is taken from the first line of its traceback. The short summary truncates reasons at
-- the width of the terminal; the full line is after an "E" in the traceback.
--
-- An expected failure is neither passed nor failed, and neither is an unexpected pass, unless it
-- is strict: then pytest itself counts a failure. A test that fails and whose teardown also fails
-- is counted twice; the second failure is named `… (teardown)`.
--
-- pytest-sugar, on a terminal, prints its counts in a list below `Results (3.92s):`.
--
-- Tested with: pytest 3.10, 5.4, 6.2, 7.4, 8.4 and 9.2, with xdist, rerunfailures,
-- timeout and subtests.

--- into     = "tests"
--- language = "python"
--- commands = ["pytest", "py.test"]
--- contains = ["= test session starts =", " passed in ", " passed, ", " failed in ", " failed, ", " error in ", " errors in ", " skipped in ", " skipped, ", " deselected in ", " xfailed in ", " xpassed in ", " warning in ", " warnings in ", " rerun in ", "no tests ran in ", "= FAILURES =", "= ERRORS =", " PASSED", "FAILED ", "while loading conftest ", "Results ("]
--- unless   = ["--collect-only", "--co", "--version", "-V", "--help", "-h", "--fixtures", "--markers", "--setup-plan"]
--- narrow   = ["-k"]
--- part     = ["PYTEST_ADDOPTS", "-m", "--deselect", "--ignore", "--ignore-glob"]
--- variant  = ["--pdb", "--trace", "--cov", "-n", "--numprocesses", "-o", "--override-ini", "-c", "--rootdir", "-W", "--lf", "--last-failed", "--ff", "--sw", "--stepwise"]
--- values   = ["-n", "-p", "-o", "-c", "-W", "-r", "--tb", "--rootdir", "--confcutdir", "--junitxml", "--timeout", "--maxfail", "--durations", "--ignore", "--ignore-glob", "--color", "--dist", "--cov", "--cov-report", "--ds", "--basetemp", "--import-mode", "-m", "--deselect"]

WITH lines AS MATERIALIZED (
  SELECT m.key AS k, m.value->>'at' AS at, m.value->>'vword' AS vword, m.value AS it
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || '(?P<vid>[^\s:]+\.\w+::.*?) (?:(?P<vword>PASSED|FAILED|ERROR|SKIPPED|[Xx][A-Za-z]{4}|SUB[A-Z]{4})(?: \(.*\))?|SUB(?P<vpart>[A-Z]+)(?P<vsub>[\[(].*?[\])])) *(?:\[ *\d+%\])?'
    || '|E   +(?P<reason>\S.*)'
    || '|(?P<file>[^\s:/.][^\s:]*):(?P<row>\d+):(?: .*)?'
    || '|_+ (?:ERROR (?P<phase>collecting|at [a-z]+ of) )?(?P<name>[^_\s\[][^\s\[]*|)(?P<args>.*?) _+'
    || '|(?:=+ )?(?P<counts>no tests ran|\d+ [a-z].*) in [\d.]+ ?s(?:econds)?(?: \(.*\))?(?: =+)?'
    || '|=+ (?P<title>[A-Za-z][^=]*) =+'
    || '|(?P<late>[A-Z]+)(?: \(.*\))? *(?:\[ *\d+%\])?'
    || '|(?:(?P<word>[A-Z]+)(?P<sub>[\[(].*?)?|(?P<oldsub>[\[(].*?) SUBFAIL) (?P<id>[^\s\[(][^\[]*?(?:\[.*?\])?|)(?: - (?P<why>.*))?'
    || '|\[gw\d+\] (?:\[ *\d+%\] )?(?P<gword>[A-Za-z]+) (?P<gid>.*?) *'
    || '|(?P<crashed>[^\s:]+\.py(?:::.*?)?) [.FEsxXRu]*(?P<fatal>Fatal Python .*|\++ Timeout \++)'
    || '|(?P<open>[^\s:]+\.\w+::[^\s\[]+(?:\[.*?\])?) .*'
    || '|(?P<remark>(?:\[XPASS|worker ''gw).*)'
    || '|!+ (?P<cut>.*?) !+'
    || '|Results \((?P<results>[\d.]+s)\):| {6,7}(?P<sugar>\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|rerun))'
    || '|-+ (?P<captured>Captured [a-z]+(?: [a-z]+)?) -+'
    || '|INTERNALERROR> (?P<internal>\S.*)'
    || '|ImportError while .* ''(?P<conftest>.*conftest\.py)''\.'
    || '|ERROR: (?P<usage>.*)'
    || ')$')) m
),
-- The start and end of a test's output: headings of the same session.
heads AS MATERIALIZED (
  SELECT at, CASE WHEN it->>'captured' IS NOT NULL THEN 'captured' WHEN it->>'title' = 'test session starts' THEN 'session' ELSE 'end' END AS what
  FROM   lines WHERE vword IS NULL AND coalesce(it->>'captured', it->>'title', it->>'args') IS NOT NULL
),
sugar AS MATERIALIZED (SELECT group_concat(it->>'sugar', ', ') AS list FROM lines WHERE it->>'sugar' IS NOT NULL),
-- Most of a long output is the lines of passed tests with -v; only the rest is examined closely.
tokens AS (
  SELECT k, at, it, it->>'args' AS args, it->>'open' AS open,
         CASE WHEN it->>'title' IN ('ERRORS', 'FAILURES', 'PASSES', 'XPASSES', 'XFAILURES', 'test session starts', 'short test summary info')
                OR it->>'title' LIKE 'warnings summary%' THEN format('%012d', it->>'at') || (it->>'title') END AS title,
         CASE WHEN it->>'counts' IS NOT NULL AND matches(it->>'counts', '^(?:no tests ran|(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests [a-z]+)(?:, |$))+)$') <> '[]'
                AND (instr(it->>'counts', ' failed') OR instr(it->>'counts', ' error')
                     OR (SELECT what FROM heads h WHERE h.at < lines.at ORDER BY h.at DESC LIMIT 1) IS NOT 'captured'
                     OR coalesce((SELECT what FROM heads h WHERE h.at > lines.at ORDER BY h.at LIMIT 1), 'session') = 'session')
              THEN it->>'counts'
              WHEN it->>'results' IS NOT NULL AND instr(:output, 's):' || char(10) || '       ') THEN 'sugar' END AS counts
  FROM lines WHERE vword IS NULL
),
seen AS MATERIALIZED (
  SELECT at, it, args, counts,
         count(counts) OVER line - (counts IS NOT NULL)              AS n,
         substr(max(title) OVER line, 13)                            AS under,
         max(iif(coalesce(title, args) IS NULL, NULL, at)) OVER line AS section,
         iif(lag(k) OVER line = k - 1, lag(open) OVER line, NULL)    AS opened
  FROM tokens
  WINDOW line AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
),

tallies AS MATERIALIZED (SELECT at FROM seen WHERE counts IS NOT NULL),

-- All lines that name a test and its outcome.
said AS MATERIALIZED (
  SELECT (SELECT count(*) FROM tallies t WHERE t.at < lines.at) AS n, at, it->>'vid' AS test, vword AS word, NULL AS why, 1 AS verbose
  FROM lines WHERE vword IS NOT NULL
  UNION ALL
  SELECT n, at, coalesce(nullif(it->>'id', ''), it->>'vid', it->>'gid', opened, 'test session')
                || coalesce(' ' || coalesce(it->>'sub', it->>'oldsub', it->>'vsub'), ''),
         coalesce(it->>'word', it->>'gword', it->>'late', 'SUB' || (it->>'vpart'), 'SUBFAILED'), it->>'why', it->>'gid' IS NOT NULL
  FROM seen
  WHERE args IS NULL
    AND (it->>'id' LIKE '%._%::%' OR it->>'id' IS NOT NULL AND under = 'short test summary info'
         OR it->>'id' LIKE '%.py' AND EXISTS (SELECT 1 FROM tallies)
         OR it->>'gid' IS NOT NULL OR it->>'vid' IS NOT NULL OR opened IS NOT NULL AND it->>'late' IS NOT NULL)
),
green AS MATERIALIZED (
  SELECT DISTINCT s.n, s.test
  FROM said s LEFT JOIN (SELECT DISTINCT n, test FROM said WHERE word <> 'PASSED' OR NOT verbose) o ON o.n = s.n AND o.test = s.test
  WHERE s.word = 'PASSED' AND s.verbose AND o.test IS NULL
),
named AS MATERIALIZED (
  SELECT n, at, rtrim(why) AS why, verbose, word = 'ERROR' AS error,
         CASE WHEN word IN ('PASSED', 'SUBPASS', 'SUBPASSED') THEN 'pass'
              WHEN word IN ('FAILED', 'FAIL', 'ERROR', 'SUBFAIL', 'SUBFAILED') THEN 'fail'
              ELSE 'skip' END AS outcome,
         iif(instr(test, '::'), substr(test, 1, instr(test, '::') - 1), iif(test LIKE '%.py', test, NULL)) AS file,
         iif(instr(test, '::'), substr(test, instr(test, '::') + 2), test) AS bare,
         test || iif(word = 'ERROR' AND (n, test) IN (SELECT n, test FROM said WHERE word = 'FAILED'), ' (teardown)', '') AS test
  FROM said LEFT JOIN green g USING (n, test)
  WHERE g.test IS NULL
    AND word IN ('PASSED', 'FAILED', 'FAIL', 'ERROR', 'SKIPPED', 'XFAIL', 'XPASS', 'xfail', 'xpass',
                 'SUBPASS', 'SUBFAIL', 'SUBSKIP', 'SUBPASSED', 'SUBFAILED', 'SUBSKIPPED')
),
reasons AS MATERIALIZED (
  SELECT section, at, rtrim(coalesce(it->>'reason', it->>'remark')) AS reason FROM seen
  WHERE coalesce(it->>'reason', it->>'remark') IS NOT NULL AND section IS NOT NULL
),

-- All tracebacks: the heading, written as in a test's id, and the first line of the test.
traced AS MATERIALIZED (
  SELECT h.n, h.at, h.section, h.it->>'phase' AS phase,
         iif(h.it->>'phase' = 'collecting', h.it->>'name', replace(h.it->>'name', '.', '::')) || h.args AS bare,
         min(l.at) AS shown, l.it->>'file' AS file, CAST(l.it->>'row' AS INTEGER) AS line
  FROM seen h LEFT JOIN seen l ON l.section = h.section AND l.it->>'row' IS NOT NULL
  WHERE h.args IS NOT NULL AND h.it->>'name' || h.args <> ''
    AND NOT (h.it->>'phase' IS NULL AND h.it->>'name' LIKE '%.py')
    AND (h.under IN ('ERRORS', 'FAILURES') OR h.under IS NULL AND h.section IN (SELECT section FROM reasons))
  GROUP BY h.at
),
explained AS (
  SELECT f.n, f.test, min(r.at), r.reason, iif(t.file = f.file, t.line, NULL) AS line
  FROM named f
  JOIN traced t ON t.n = f.n AND t.bare = f.bare AND (t.phase IS NOT NULL) = f.error AND (t.file = f.file OR f.why IS NOT NULL)
  JOIN reasons r ON r.section = t.section
   AND (f.why IS NULL OR substr(r.reason, 1, length(rtrim(f.why, '.'))) = rtrim(f.why, '.'))
  WHERE f.outcome = 'fail'
  GROUP BY f.n, f.test
),

listed AS (
  SELECT f.n, min(f.at) AS at, f.test, min(f.outcome) AS outcome, coalesce(max(e.reason), max(f.why)) AS message, f.file, max(e.line) AS line
  FROM named f LEFT JOIN explained e ON e.n = f.n AND e.test = f.test
  GROUP BY f.n, f.test
  UNION ALL
  SELECT t.n, t.at, iif(t.phase = 'collecting' OR t.file IS NULL OR t.phase IS NOT NULL AND t.file LIKE '%conftest.py', '', t.file || '::') || t.bare
           || iif(t.phase = 'at teardown of' AND count(*) OVER (PARTITION BY t.n, t.bare) > 1, ' (teardown)', ''), 'fail',
         (SELECT r.reason FROM reasons r WHERE r.section = t.section ORDER BY r.at LIMIT 1),
         iif(t.phase = 'collecting', t.bare, t.file), t.line
  FROM traced t
  WHERE NOT EXISTS (SELECT 1 FROM named f WHERE f.n = t.n AND f.bare = t.bare AND f.outcome = 'fail')
  UNION ALL
  SELECT n, at, it->>'crashed', 'fail', trim(it->>'fatal', '+ '), substr(it->>'crashed', 1, instr(it->>'crashed', '.py') + 2), NULL
  FROM seen WHERE it->>'fatal' IS NOT NULL
  UNION ALL
  SELECT n, at, replace(it->>'conftest', :root || '/', ''), 'fail', (SELECT r.it->>'reason' FROM seen r WHERE r.at > s.at AND r.it->>'reason' IS NOT NULL LIMIT 1), replace(it->>'conftest', :root || '/', ''), NULL
  FROM seen s WHERE it->>'conftest' IS NOT NULL
  UNION ALL
  SELECT n, max(at), 'INTERNALERROR', 'fail', it->>'internal', NULL, NULL
  FROM seen WHERE it->>'internal' IS NOT NULL GROUP BY n
),

-- The counts of the last line. `no tests ran` is a complete run, unless no test file was found.
ends AS (
  SELECT s.n, s.at, c.value->>'k' AS k, c.value->>'what' AS what,
         EXISTS (SELECT 1 FROM seen i WHERE i.n = s.n AND i.it->>'internal' IS NOT NULL) AS broken,
         EXISTS (SELECT 1 FROM seen i WHERE i.n = s.n AND (i.it->>'cut' GLOB '*Interrupt*' OR i.it->>'cut' GLOB 'stopping after *' OR i.it->>'cut' GLOB '*Exit: *')
                 OR i.n = s.n + 1 AND i.it->>'usage' IS NOT NULL AND s.counts = 'no tests ran') AS stopped
  FROM seen s LEFT JOIN jsonb_each(matches(iif(s.counts = 'sugar', (SELECT list FROM sugar), s.counts), '(?P<k>\d+) (?P<what>passed|failed|error|skipped|xfailed|xpassed)')) c
  WHERE s.counts IS NOT NULL
)
SELECT n, test, 'pass' AS outcome, NULL AS message, substr(test, 1, instr(test, '::') - 1) AS file, NULL AS line,
       NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
FROM green
UNION ALL
SELECT * FROM (SELECT n, test, outcome, message, file, line, passed, failed, skipped, ended, how
FROM (
  SELECT *, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM listed
  UNION ALL
  SELECT n, at, NULL, NULL, NULL, NULL, NULL,
         sum(iif(what = 'passed', k, 0)),
         sum(iif(what IN ('failed', 'error'), k, 0)) + broken,
         sum(iif(what IN ('skipped', 'xfailed', 'xpassed'), k, 0)),
         NOT broken AND NOT stopped AND NOT :command GLOB '* -qq*', iif(EXISTS (SELECT 1 FROM named v WHERE v.n = ends.n AND v.verbose) OR n IN (SELECT n FROM green), 'items', 'summary')
  FROM ends GROUP BY at
)
ORDER BY at)
