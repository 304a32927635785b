-- sympy's own runner: `bin/test`, `bin/doctest`, `sympy.test()`.
--
-- A file is a row of letters; with `verbose` each test has a line. Failures have a heading between
-- underscores, `file:test`. Version 1.14 writes `file::test` above a failed assertion, which is
-- converted to the older form, so that a test keeps its name. The heading of a file that cannot be
-- imported is its absolute path. A long last line is broken in two. An expected failure is neither
-- passed nor failed, and neither is an unexpected pass.
-- Tested with: development versions from 1.0 to 1.12, and 1.14.

--- into     = "tests"
--- language = "python"
--- commands = ["bin/test"]
--- contains = ["tests finished: ", " process starts =", "DO *NOT* COMMIT!"]
--- unless   = ["-h", "--help"]
--- narrow   = ["-k"]
--- values   = ["--seed", "--timeout", "--tb", "--split", "--rerun"]
--- variant  = ["--slow", "-C", "--no-cache"]

WITH seen AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS it,
         count(m.value->>'counts') OVER before     AS n,
         count(m.value->>'heading') OVER line      AS section,
         substr(max(format('%012d', m.value->>'at') || (m.value->>'running')) OVER line, 13) AS running,
         lead(m.value->>'more') OVER line          AS more
  FROM jsonb_each(matches(:output, '(?m)^(?:'
    || '(?P<running>\S+\.py)\[(?:\d+|\?)\] .*'
    || '|(?P<test>test_\w+)(?: .*)? (?P<letter>ok|[FEfXswTK])(?: +\[(?:OK|FAIL)\])?'
    || '|_+ (?P<heading>[^\s:]+\.py|sympy\.[\w.]+)(?:::?(?P<name>\S+))? _+'
    || '| *File "(?P<path>.*)", line (?P<row>\d+), in (?P<func>\S+)'
    || '|(?:=+)? ?(?:doc)?tests finished: (?P<counts>.*?)(?P<done>in [\d.]+ seconds)? ?=*'
    || '|(?P<more>(?:\d+ [a-z ]+, )*in [\d.]+ seconds) ?=*'
    || '| ?(?P<interrupted>interrupted by user)'
    || '|(?P<reason>(?:\w+\.)*[A-Z_]\w*(?:: .*)?)'
    || ')$')) m
  WINDOW line   AS (ORDER BY m.value->>'at'),
         before AS (ORDER BY m.value->>'at' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
blocks AS MATERIALIZED (
  SELECT h.n, h.section, h.at, replace(h.it->>'heading', :root || '/', '') || coalesce(':' || (h.it->>'name'), '') AS test,
         replace(iif(h.it->>'heading' LIKE '%.py', h.it->>'heading', max(f.it->>'path')), :root || '/', '') AS file,
         max(f.at) AS last, max(iif(f.it->>'func' IN (h.it->>'name', h.it->>'heading'), CAST(f.it->>'row' AS INTEGER), NULL)) AS line
  FROM seen h LEFT JOIN seen f ON f.section = h.section AND f.n = h.n AND f.it->>'row' IS NOT NULL
  WHERE h.it->>'heading' IS NOT NULL
  GROUP BY h.at
),
reasons AS MATERIALIZED (
  SELECT b.section, min(r.at), r.it->>'reason' AS reason
  FROM blocks b JOIN seen r ON r.section = b.section AND r.n = b.n AND r.at > coalesce(b.last, b.at) AND r.it->>'reason' IS NOT NULL
  GROUP BY b.section
),
named AS MATERIALIZED (
  SELECT b.n, b.at, b.test, 'fail' AS outcome, r.reason AS message, b.file, b.line
  FROM blocks b LEFT JOIN reasons r ON r.section = b.section
  UNION ALL
  SELECT n, at, running || ':' || (it->>'test'),
         CASE WHEN it->>'letter' = 'ok' THEN 'pass' WHEN it->>'letter' IN ('F', 'E') THEN 'fail' ELSE 'skip' END, NULL, running, NULL
  FROM seen WHERE it->>'letter' IS NOT NULL AND running <> ''
),
-- A tally is "1 expected to fail, 2 exceptions": each number is followed by its meaning.
ends AS (
  SELECT s.n, s.at, c.value->>'k' AS k, c.value->>'what' AS what
  FROM seen s LEFT JOIN jsonb_each(matches((s.it->>'counts') || iif(s.it->>'done' IS NULL, s.more, ''), '(?P<k>\d+) (?P<what>[a-z][a-z ]*)')) c
  WHERE s.it->>'counts' IS NOT NULL AND coalesce(s.it->>'done', s.more) IS NOT NULL
)
SELECT n, test, outcome, message, file, line, passed, failed, skipped, ended, how
FROM (
  SELECT n, min(at) AS at, test, min(outcome) AS outcome, max(message) AS message, file, max(line) AS line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM named GROUP BY n, test
  UNION ALL
  SELECT n, at, NULL, NULL, NULL, NULL, NULL,
         sum(iif(what = 'passed', k, 0)), sum(iif(what IN ('failed', 'exceptions'), k, 0)),
         sum(iif(what IN ('skipped', 'expected to fail', 'expected to fail but passed'), k, 0)),
         NOT EXISTS (SELECT 1 FROM seen i WHERE i.n = ends.n AND i.it->>'interrupted' IS NOT NULL),
         iif(EXISTS (SELECT 1 FROM named v WHERE v.n = ends.n AND v.outcome = 'pass'), 'items', 'summary')
  FROM ends GROUP BY at
)
ORDER BY at
