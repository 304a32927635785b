-- node --test: the spec, TAP and dot reporters.
--
-- A suite has a line like a test's, after its tests; only tests are counted, so a suite's line is left out unless
-- it failed with no failing test in it. `cancelled` counts as failed; what fails but is marked TODO does not. The list
-- `failing tests:` at the end repeats the failures without their path but with the place of the test. Node 20 prints TAP
-- into a pipe, Node 23 and later the spec report.
-- Looked at: Node 20.20.

--- into     = "tests"
--- commands = ["node --test", "node"]
--- contains = ["ℹ tests ", "ℹ suites ", "✖ failing tests:", "Failed tests:", "# cancelled ", "\n  duration_ms: "]
--- unless   = ["--version", "-v", "--help", "-h", "--check", "-c"]
--- narrow   = ["--test-name-pattern"]
--- part     = ["--test-skip-pattern", "--test-shard", "--test-only"]
--- values   = ["--test-reporter", "--test-reporter-destination", "--test-concurrency", "--test-timeout", "--test-coverage-include", "--test-coverage-exclude", "-r", "--require", "--import", "--loader", "--env-file", "-C", "--conditions", "--test-skip-pattern", "--test-shard"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'reason' AS reason,
         length(coalesce(m.value->>'indent', m.value->>'tap_indent')) / iif(m.value->>'indent' IS NULL, 4, 2) AS depth,
         coalesce(m.value->>'mark', CASE m.value->>'result' WHEN 'ok' THEN '✔' WHEN 'not ok' THEN '✖' END) AS mark,
         replace(coalesce(m.value->>'title', m.value->>'tap_title'), '\#', '#') AS title, coalesce(m.value->>'note', m.value->>'directive') AS note,
         lag(m.value->>'open') OVER (ORDER BY m.value->>'at') AS opened, lag(m.value->>'place') OVER (ORDER BY m.value->>'at') AS place, lag(m.value->>'place_line') OVER (ORDER BY m.value->>'at') AS place_line,
         count(coalesce(m.value->>'mark', m.value->>'result', m.value->>'place')) OVER (ORDER BY m.value->>'at') AS turn,
         count(m.value->>'list') OVER (ORDER BY m.value->>'at') AS listing, count(m.value->>'gap') OVER (ORDER BY m.value->>'at') AS cut,
         count(iif(m.value->>'counted' = 'tests', 1, NULL)) OVER (ORDER BY m.value->>'at') AS ended
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?:ℹ|#) (?P<counted>tests|pass|fail|cancelled|skipped|todo) (?P<count>\d+)'
        || '|(?P<list>✖ failing tests:|Failed tests:)'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|test at (?P<place>.+):(?P<place_line>\d+):\d+'
        || '|(?P<indent>(?:  )*)(?P<mark>[✔✖﹣▶]) (?P<title>\S.*?)(?:(?P<took> \([\d.]+ms\))(?: # (?P<note>.*))?)?'
        || '|(?P<tap_indent>(?:    )*)(?:# (?P<subtest>Subtest): |(?P<result>ok|not ok) \d+ - )(?P<tap_title>.*?)(?: # (?P<directive>(?:SKIP|TODO).*))?'
        || '| +(?:type: ''(?P<type>\w+)''|failureType: ''(?P<kind>\w+)''|location: ''(?P<file>[^'']+):(?P<line_no>\d+):\d+''|error: ''(?P<error>.*)''|(?P<open>error: [|>]-?))'
        || '| +(?P<reason>[^\s.-].*))$')) m
  WHERE  instr(:output, 'ℹ tests ') OR instr(:output, '✖ failing tests:') OR instr(:output, '# cancelled ') OR :command LIKE '%node%'
),
facts AS MATERIALIZED (
  SELECT turn, listing, max(l->>'type') AS type, max(l->>'kind') AS kind, max(coalesce(l->>'place', l->>'file')) AS file, max(coalesce(l->>'place_line', l->>'line_no')) AS line,
         substr(coalesce(min(printf('%09d', at) || coalesce(l->>'error', iif(opened IS NULL, NULL, reason))), iif(count(l->>'result'), NULL, min(printf('%09d', at) || reason))), 10) AS said
  FROM   lines GROUP BY turn, listing
),
tree AS (
  SELECT at, depth, mark, title, note, turn, listing, ended, l->>'result' AS result,
         mark = '✖' AND coalesce(note, '') NOT LIKE 'TODO%' AS red,
         max(iif(depth = 0 AND heading, printf('%09d', at) || title, NULL)) OVER up AS h0, max(iif(depth = 1 AND heading, printf('%09d', at) || title, NULL)) OVER up AS h1,
         max(iif(depth = 2 AND heading, printf('%09d', at) || title, NULL)) OVER up AS h2, max(iif(depth = 3 AND heading, printf('%09d', at) || title, NULL)) OVER up AS h3,
         max(iif(depth = 4 AND heading, printf('%09d', at) || title, NULL)) OVER up AS h4
  FROM  (SELECT *, l->>'subtest' IS NOT NULL OR mark = '▶' AND l->>'took' IS NULL AS heading FROM lines WHERE title IS NOT NULL AND NOT listing AND NOT cut)
  WINDOW up AS (ORDER BY at)
),
placed AS MATERIALIZED (
  SELECT *, concat_ws(' › ', iif(depth > 0, substr(h0, 10), NULL), iif(depth > 1, substr(h1, 10), NULL), iif(depth > 2, substr(h2, 10), NULL), iif(depth > 3, substr(h3, 10), NULL),
                      iif(depth > 4, substr(h4, 10), NULL), title) AS test,
         -- Where the suite that this line closes was opened, if it closes one (spec only: in TAP every test is announced).
         iif(result IS NULL, CASE depth WHEN 0 THEN iif(substr(h0, 10) = title, substr(h0, 1, 9) + 0, NULL) WHEN 1 THEN iif(substr(h1, 10) = title, substr(h1, 1, 9) + 0, NULL)
                                        WHEN 2 THEN iif(substr(h2, 10) = title, substr(h2, 1, 9) + 0, NULL) WHEN 3 THEN iif(substr(h3, 10) = title, substr(h3, 1, 9) + 0, NULL) END, NULL) AS opened
  FROM   tree WHERE mark IN ('✔', '✖', '﹣') AND (depth = 0 OR h0 IS NOT NULL)
),
items AS MATERIALIZED (
  SELECT p.at, p.ended AS n, p.title, p.test, CASE WHEN p.note IS NOT NULL OR p.mark = '﹣' THEN 'skip' WHEN p.red THEN 'fail' ELSE 'pass' END AS outcome,
         coalesce(iif(p.mark = '﹣' OR p.note LIKE 'SKIP%', ltrim(substr(p.note, iif(p.mark = '﹣', 1, 5))), NULL), f.said) AS said, f.file, f.line
  FROM   placed p JOIN facts f ON f.turn = p.turn AND f.listing = 0
  WHERE  CASE WHEN p.result IS NOT NULL THEN f.type IS NOT 'suite'
              WHEN p.opened IS NOT NULL THEN p.red AND NOT EXISTS (SELECT 1 FROM placed c WHERE c.at > p.opened AND c.at < p.at AND c.red)
              ELSE 1 END
),
-- The list at the end knows the place of a test; alone (dot reporter, cut head) it names what failed.
listed AS (
  SELECT x.at, x.title, x.place AS file, x.place_line AS line, f.said, x.note
  FROM   lines x JOIN facts f ON f.turn = x.turn AND f.listing = x.listing
  WHERE  x.listing AND x.mark = '✖' AND x.depth = 0 AND coalesce(x.note, '') NOT LIKE 'TODO%'
    AND  NOT EXISTS (SELECT 1 FROM placed p WHERE p.opened IS NOT NULL AND p.title = x.title)
),
named AS MATERIALIZED (
  SELECT i.at, i.n, i.test, i.outcome, trim(coalesce(i.said, l.said), '''') AS message, coalesce(l.file, i.file) AS file, coalesce(l.line, i.line) AS line
  FROM   items i LEFT JOIN listed l ON l.title = i.title AND i.outcome = 'fail' GROUP BY i.at
  UNION ALL
  SELECT at, 0, title, 'fail', trim(said, ''''), file, line
  FROM   listed WHERE title NOT IN (SELECT title FROM items WHERE outcome = 'fail') AND coalesce(said, '') NOT GLOB '''[0-9]* subtest* failed'''
)
SELECT * FROM (
  SELECT n, replace(test, :cwd || '/', '') AS test, outcome, iif(outcome = 'pass', NULL, message) AS message, replace(coalesce(file, iif(test GLOB '/*.*', test, NULL)), :cwd || '/', '') AS file, line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   named ORDER BY at)
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, 1,
       CASE WHEN tap THEN 'structured' WHEN (SELECT count(*) FROM named WHERE n = ended - 1 AND outcome = 'pass') = passed THEN 'items' ELSE 'summary' END
FROM  (SELECT ended, sum(iif(l->>'counted' = 'pass', l->>'count', 0)) AS passed, sum(iif(l->>'counted' IN ('fail', 'cancelled'), l->>'count', 0)) AS failed,
              sum(iif(l->>'counted' IN ('skipped', 'todo'), l->>'count', 0)) AS skipped, count(iif(l->>'counted' = 'todo', 1, NULL)) AS whole, instr(:output, 'TAP version') AS tap
       FROM   lines WHERE ended AND l->>'counted' IS NOT NULL GROUP BY ended)
WHERE  whole AND (passed OR failed)
