-- unittest and what prints like it: Django's test runners, nose, nose2.
--
-- Plain output is a row of letters. Each failure has a block between two rules that names it, and
-- the last line has the counts. `Ran N tests` includes skipped tests and expected failures, but not
-- the set-up of a class or module (`setUpClass`, `setUpModule`). A test with several failing
-- subtests counts once there, and several times in the failures. So the number of passed tests is
-- computed. (Python 3.12.0 and 3.12.1 exclude skipped tests from N: -v is exact there, and plain
-- output counts too few.)
--
-- A run that stops at the first failure (-f, --failfast) does not report it; only the command shows
-- it. Django's parallel runner crashes on a failure that it cannot pass to its parent, after
-- printing which test it was. A test whose body and tearDown both fail has two blocks; the second is
-- named `… (teardown)`.
-- Tested with: Python 3.6, 3.9, 3.11, 3.12 and 3.13, Django 3.0 to 5.0, nose 1.3, nose2 0.16.

--- into     = "tests"
--- language = "python"
--- commands = ["unittest", "unittest discover", "runtests.py", "manage.py test", "django-admin test", "setup.py test", "nosetests", "nose2", "nose"]
--- contains = ["----------------------------------------------------------------------", " ... ok", " ... FAIL", " ... ERROR", "tracebacks cannot be pickled"]
--- unless   = ["-h", "--help", "--version", "--list-tests"]
--- narrow   = ["-k", "-p", "--pattern"]
--- part     = ["--tag", "--exclude-tag", "--start-after", "--start-at"]   # the folder of `discover -s tests` is a plain word
--- values   = ["--settings", "--verbosity", "--parallel", "--pythonpath", "--testrunner", "-t", "--top-level-directory", "--durations", "--tag", "--exclude-tag", "--start-after", "--start-at"]

WITH lines AS MATERIALIZED (
  SELECT m.key AS k, m.value->>'at' AS at, m.value AS it, iif(m.value->>'word' = 'ok', m.value->>'said', NULL) AS test
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || '(?P<rule>={70})'
    || '|(?P<kind>ERROR|FAIL|UNEXPECTED SUCCESS): (?P<heading>\S.*)'
    || '|  File "(?P<path>.*)", line (?P<row>\d+), in (?P<func>\S+)'
    || '|Ran (?P<ran>\d+) tests? in [\d.]+s'
    || '|(?P<verdict>OK|FAILED|NO TESTS RAN)(?: \((?P<counts>.*)\))?'
    || '|(?P<late>ok|FAIL|ERROR|expected failure|unexpected success|skipped .*)'
    || '|(?:.* \.\.\. )? *(?P<said>\S.*?) \.\.\. (?P<word>ok|FAIL|ERROR|expected failure|unexpected success|skipped .*|SKIP: .*)'
    || '|(?P<unpicklable>\w+ \([\w.]+\)) failed:'
    || '|(?P<reason>(?:\w+\.)*[A-Z_]\w*(?:: .*)?)'
    || '|(?P<open>[\w.]+ \([\w.<>]+\)|\w+\.[\w.]+(?::\d+)?)(?: \.\.\. .*)?'
    || ')$')) m
),
-- Most of a long output is passed tests; only the rest is examined closely.
tokens AS (
  SELECT k, at, it, it->>'ran' AS ran, it->>'verdict' AS verdict, it->>'open' AS open, it->>'rule' AS rule
  FROM lines WHERE test IS NULL OR test NOT GLOB '* (*.*)*'
),
seen AS MATERIALIZED (
  SELECT at, it, ran, verdict,
         count(ran) OVER line - (ran IS NOT NULL) AS n, count(rule) OVER line AS section,
         iif(lag(k) OVER line = k - 1, lag(open) OVER line, NULL) AS opened,
         iif(lag(k) OVER line = k - 1, lag(rule) OVER line, NULL) AS ruled,
         iif(lag(k) OVER line = k - 1, lag(ran) OVER line, NULL) AS after
  FROM tokens
  WINDOW line AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
),

runs AS MATERIALIZED (SELECT at FROM seen WHERE ran IS NOT NULL),

-- A block: the test, the position of its own frame in the traceback, and the exception after the last frame.
blocks AS MATERIALIZED (
  SELECT n, section, at, it->>'kind' AS kind, it->>'heading' AS heading,
         substr(it->>'heading', 1, instr((it->>'heading') || ' ', ' ') - 1) AS name
  FROM seen WHERE ruled IS NOT NULL AND it->>'heading' IS NOT NULL
),
frames AS MATERIALIZED (
  SELECT n, section, at, it->>'path' AS path, CAST(it->>'row' AS INTEGER) AS line, it->>'func' AS func
  FROM seen WHERE section > 0 AND it->>'row' IS NOT NULL
),
traced AS MATERIALIZED (
  SELECT b.section, max(f.at) AS last, max(iif(f.func = b.name OR b.name LIKE '%.' || f.func, f.at, NULL)) AS own,
         max(iif(f.func IN ('setUpModule', 'tearDownModule', 'setUpClass', 'tearDownClass'), f.func, NULL)) AS fixture
  FROM blocks b JOIN frames f ON f.section = b.section AND f.n = b.n
  GROUP BY b.section
),
said AS MATERIALIZED (
  SELECT n, section, at, it->>'reason' AS reason FROM seen WHERE section > 0 AND it->>'reason' IS NOT NULL
),
reasons AS MATERIALIZED (
  SELECT b.section, min(s.at), s.reason
  FROM blocks b LEFT JOIN traced t ON t.section = b.section
  JOIN said s ON s.section = b.section AND s.n = b.n AND s.at > coalesce(t.last, b.at)
  GROUP BY b.section
),
items AS MATERIALIZED (
  SELECT b.n, b.at, b.kind, r.reason AS message, 'fail' AS outcome,
         b.heading || iif(b.heading = '_ErrorHolder', coalesce(' ' || t.fixture, ''), '') AS test, f.path, f.line
  FROM blocks b LEFT JOIN traced t ON t.section = b.section LEFT JOIN reasons r ON r.section = b.section
  LEFT JOIN frames f ON f.at = t.own
  UNION ALL
  SELECT n, at, 'FAIL', NULL, 'fail', it->>'unpicklable', NULL, NULL FROM seen WHERE it->>'unpicklable' IS NOT NULL
  UNION ALL
  SELECT n, at, NULL, NULL,
         CASE WHEN word = 'ok' THEN 'pass' WHEN word IN ('FAIL', 'ERROR', 'unexpected success') THEN 'fail' ELSE 'skip' END,
         test, NULL, NULL
  FROM (SELECT n, at, coalesce(it->>'word', it->>'late') AS word, iif(it->>'said' GLOB '* (*.*)*', it->>'said', coalesce(opened, it->>'said')) AS test FROM seen)
  WHERE word IS NOT NULL AND test <> '_ErrorHolder' AND (test GLOB '* (*.*)*' OR EXISTS (SELECT 1 FROM runs))
    AND NOT (word IN ('FAIL', 'ERROR') AND (n, test) IN (SELECT n, substr(heading, 1, instr(heading, ') ')) FROM blocks))
  UNION ALL
  SELECT (SELECT count(*) FROM runs r WHERE r.at < lines.at), at, NULL, NULL, 'pass', test, NULL, NULL
  FROM lines WHERE test GLOB '* (*.*)*'
),
named AS MATERIALIZED (
  SELECT n, min(at) AS at, min(outcome) AS outcome, max(message) AS message, max(path) AS path, max(line) AS line,
         test || iif(twice, ' (teardown)', '') AS test,
         iif(instr(test, ') '), substr(test, 1, instr(test, ') ')), test) AS whole,
         substr(test, 1, instr(test || ' (', ' (') - 1) AS method,
         substr(test, instr(test || ' (', ' (') + 2, instr(test || ')', ')') - instr(test || ' (', ' (') - 2) AS dotted,
         max(kind IS NULL) AS verbose,
         test LIKE 'setUp% (%' OR test LIKE 'tearDown% (%' OR test LIKE '_ErrorHolder%' OR test LIKE 'test suite for <%' AS fixture
  FROM (SELECT *, kind IS 'ERROR' AND (n, test) IN (SELECT n, test FROM items WHERE kind = 'FAIL') AS twice FROM items)
  GROUP BY n, test, twice
),
-- The file of a test, from its dotted name; a test in a script has none (`__main__`).
placed AS (
  SELECT *, CASE WHEN dotted LIKE '%.' || method AND method NOT LIKE '%.%' THEN substr(dotted, 1, length(dotted) - length(method) - 1) ELSE dotted END AS class
  FROM named
),

-- The counts of the last line. nose writes SKIP=1 for skipped=1.
ends AS MATERIALIZED (
  SELECT s.n - 1 AS n, s.at, CAST(s.after AS INTEGER) AS ran,
         coalesce(sum(iif(c.value->>'what' IN ('failures', 'errors', 'unexpected successes'), c.value->>'k', 0)), 0) AS failed,
         coalesce(sum(iif(c.value->>'what' IN ('skipped', 'SKIP', 'expected failures'), c.value->>'k', 0)), 0) AS skipped
  FROM seen s LEFT JOIN jsonb_each(matches(s.it->>'counts', '(?:^|, )(?P<what>[A-Za-z ]+)=(?P<k>\d+)')) c
  WHERE s.verdict IS NOT NULL AND s.after IS NOT NULL
  GROUP BY s.at
),
tallies AS (
  SELECT n, count(iif(outcome = 'fail', 1, NULL)) AS failed, count(iif(outcome = 'pass', 1, NULL)) AS passed,
         count(DISTINCT iif(outcome = 'fail' AND NOT fixture, whole, NULL)) AS counted, max(verbose) AS verbose
  FROM named GROUP BY n
)
SELECT n, test, outcome, message, file, line, passed, failed, skipped, ended, how
FROM (
  SELECT n, at, test, outcome, message, line,
         -- a path outside of the project is that of a script, or one in a container
         coalesce(iif(path GLOB :root || '/*', replace(path, :root || '/', ''), NULL),
                  CASE WHEN dotted LIKE '%._FailedTest%' OR dotted LIKE '%.ModuleImportFailure%' THEN iif(instr(method, '.'), replace(method, '.', '/') || '.py', NULL)
                       WHEN (class NOT GLOB '*?.?*' AND method NOT GLOB '*Module') OR class = '' OR class GLOB '*[^A-Za-z0-9_.<>]*' OR class GLOB '__main__.*' THEN NULL
                       WHEN method LIKE '%Module' THEN replace(class, '.', '/') || '.py'
                       ELSE replace(rtrim(rtrim(class, replace(class, '.', '')), '.'), '.', '/') || '.py' END, path) AS file,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM placed
  UNION ALL
  SELECT e.n, e.at, NULL, NULL, NULL, NULL, NULL,
         max(0, e.ran - e.skipped - coalesce(t.counted, 0) - max(0, e.failed - coalesce(t.failed, 0)), coalesce(t.passed, 0)),
         e.failed, e.skipped,
         NOT (e.failed > 0 AND matches(:command, '(?:unittest|runtests\.py|manage\.py|nose\w*)\b[^|;&\n]*\s(?:-[a-zA-Z]*f|--failfast|--fail-fast|-x|--stop)\b') <> '[]'),
         iif(t.verbose, 'items', 'summary')
  FROM ends e LEFT JOIN tallies t ON t.n = e.n
)
ORDER BY at
