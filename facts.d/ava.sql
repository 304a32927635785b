-- AVA: the default reporter.
--
-- The line of a failing test ends with its message (`✘ [fail]: throws Error thrown in test`), so the
-- name is taken from the report below, where it is alone on a line. Passing tests are not counted
-- once a test fails. A file that ends in an exception has no tests; one that ends the process is
-- named but not counted; an expected failure counts as passed. So the number of passed tests is
-- complete only if their names are printed. Titles are prefixed by the file only if there are
-- several files (`cart › adds up`). The reader tap reads AVA's TAP.
-- Tested with: AVA 7.0.

--- into     = "tests"
--- language = "javascript"
--- commands = ["ava"]
--- contains = ["✘ [fail]: ", "\n  ─\n"]
--- unless   = ["--version", "--help", "reset-cache"]
--- narrow   = ["-m", "--match"]
--- values   = ["-c", "--concurrency", "--config", "-T", "--timeout", "--node-arguments"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'mark' AS mark, m.value->>'plain' AS plain, m.value->>'place' AS place, m.value->>'place_line' AS line,
         count(m.value->>'rule') OVER (ORDER BY m.value->>'at') AS part
  FROM   jsonb_each(matches(iif(instr(:output, char(10) || '  ─' || char(10)) OR :command LIKE '%ava%', :output, ''),
           '(?m)^  (?:(?P<mark>[✔✖✘-]) (?:\[(?P<kind>fail|skip|todo|expected fail|unexpected pass)\]:? )?(?P<text>\S.*?)(?: \(\d[\d.]*m?s\))?'
        || '|(?P<count>\d+) (?P<counted>tests? passed|tests? failed|hooks? failed|uncaught exceptions?|unhandled rejections?|tests? skipped|tests? todo|known failures?|tests? remaining.*|tests? remained pending.*)'
        || '|Uncaught exception in (?P<loose>\S+)|(?P<rule>─)|(?P<cut>`--fail-fast` is on\..*|Timed out .*)'
        || '|(?P<place>[^\s:]+\.(?:[cm]?[jt]sx?)):(?P<place_line>\d+)|(?P<plain>\S.*))$')) m
),
titles AS MATERIALIZED (
  SELECT plain AS title, at, lead(place) OVER (ORDER BY at) AS file, lead(line) OVER (ORDER BY at) AS line, part FROM lines WHERE part AND (plain IS NOT NULL OR place IS NOT NULL)
),
items AS MATERIALIZED (
  SELECT at, text AS test, outcome, NULL AS message, NULL AS file, NULL AS line
  FROM  (SELECT at, l->>'text' AS text, CASE WHEN l->>'kind' IN ('skip', 'todo') THEN 'skip' ELSE 'pass' END AS outcome FROM lines
         WHERE  NOT part AND (mark = '✔' OR l->>'kind' IN ('skip', 'todo')))
  UNION ALL
  SELECT f.at, coalesce(max(t.title), f.l->>'text'), 'fail', nullif(ltrim(substr(f.l->>'text', length(coalesce(max(t.title), f.l->>'text')) + 1)), ''), max(t.file), max(t.line)
  FROM   lines f LEFT JOIN titles t ON f.l->>'text' = t.title OR substr(f.l->>'text', 1, length(t.title) + 1) = t.title || ' '
  WHERE  f.l->>'kind' IN ('fail', 'unexpected pass') GROUP BY f.at
  UNION ALL
  SELECT at, l->>'text', 'fail', NULL, NULL, NULL FROM lines WHERE mark = '✘' AND l->>'kind' IS NULL AND l->>'text' GLOB '* exited *' AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'loose' IS NOT NULL)
  UNION ALL
  SELECT at, l->>'loose', 'fail', (SELECT n.plain FROM lines n WHERE n.at > lines.at AND n.plain IS NOT NULL ORDER BY n.at LIMIT 1), l->>'loose', NULL FROM lines WHERE l->>'loose' IS NOT NULL
)
SELECT * FROM (SELECT test, outcome, message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items GROUP BY test, outcome ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, passed, iif(loose, coalesce(failed, 0) + loose, failed), skipped, NOT loose AND NOT cut AND NOT EXISTS (SELECT 1 FROM lines WHERE mark = '✘' AND l->>'kind' IS NULL) AND (failed OR (SELECT count(*) FROM items WHERE outcome = 'pass') >= passed), iif((SELECT count(*) FROM items WHERE outcome = 'pass') = passed, 'items', 'summary')
FROM  (SELECT max(iif(l->>'counted' LIKE 'test% passed', (l->>'count') + 0, NULL)) AS passed,
              sum(iif(l->>'counted' LIKE 'test% failed' OR l->>'counted' LIKE 'hook%', l->>'count', NULL)) AS failed,
              coalesce(sum(iif(l->>'counted' LIKE 'uncaught%' OR l->>'counted' LIKE 'unhandled%', l->>'count', 0)), 0) AS loose,
              coalesce(sum(iif(l->>'counted' LIKE 'test% skipped' OR l->>'counted' LIKE 'test% todo', l->>'count', 0)), 0) AS skipped,
              max(l->>'cut' IS NOT NULL OR l->>'counted' LIKE '%remain%') AS cut
       FROM   lines WHERE part = (SELECT max(part) FROM lines) AND part)
WHERE  passed OR failed OR loose
