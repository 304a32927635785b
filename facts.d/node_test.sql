-- node --test: the spec, TAP and dot reporters.
--
-- A suite has the same line as a test, after its tests. Only tests are counted, so the line of a
-- suite is omitted unless it failed and none of its tests did. `cancelled` counts as failed; a
-- failure that is marked TODO does not. The list `failing tests:` at the end repeats the failures
-- without their path, but with the position. Node 20 prints TAP if the output is a pipe, Node 23 and
-- later the spec report.
-- Tested with: Node 20.20.

--- into     = "tests"
--- language = "javascript"
--- commands = ["node --test", "node"]
--- contains = ["ℹ tests ", "ℹ suites ", "✖ failing tests:", "Failed tests:", "# cancelled ", "\n  duration_ms: "]
--- unless   = ["--version", "-v", "--help", "-h", "--check", "-c", "-e", "--eval", "-p", "--print", "-pe"]
--- narrow   = ["--test-name-pattern"]
--- part     = ["--test-skip-pattern", "--test-shard", "--test-only"]
--- values   = ["--test-reporter", "--test-reporter-destination", "--test-concurrency", "--test-timeout", "--test-coverage-include", "--test-coverage-exclude", "-r", "--require", "--import", "--loader", "--env-file", "-C", "--conditions", "--test-skip-pattern", "--test-shard"]

WITH lines AS MATERIALIZED (
  -- Most of a long output is passed tests: their names are gathered, with the suites above them, and so are passed suites.
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'reason' AS reason, m.value->>'head' AS path, length(coalesce(m.value->>'indent', m.value->>'tap_indent')) AS depth,
         coalesce(m.value->>'mark', iif(m.value->>'tap_title' IS NULL, NULL, '✖')) AS mark, coalesce(m.value->>'title', m.value->>'heading', m.value->>'tap_title', m.value->>'noted') AS title,
         coalesce(m.value->>'note', m.value->>'noted_note', m.value->>'directive') AS note,
         lag(m.value->>'open') OVER upto AS opened, lag(m.value->>'place') OVER upto AS place, lag(m.value->>'place_line') OVER upto AS place_line,
         (m.value->>'past') + count(coalesce(m.value->>'title', m.value->>'heading', m.value->>'noted', m.value->>'tap_title', m.value->>'result', m.value->>'place')) OVER upto AS turn,
         count(m.value->>'list') OVER upto AS listing, count(m.value->>'gap') OVER upto AS cut, count(m.value->>'run') OVER upto AS ended
  FROM   jsonb_each(matches(:output,
           '(?m)^(?:(?:ℹ|#) (?:(?P<run>tests)|(?P<counted>pass|fail|cancelled|skipped|todo)) (?P<count>\d+)'
        || '|(?P<list>✖ failing tests:|Failed tests:)'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|test at (?P<place>.+):(?P<place_line>\d+):\d+'
        || '|(?P<indent>(?:  )*)(?:✔ (?P<noted>\S.*?) \([\d.]+ms\) # (?P<noted_note>.*)|✔ (?P<green>\S.*?)(?: \([\d.]+ms\))?'
        ||   '|▶ (?P<_closed>\S.*?) \([\d.]+ms\)(?: # .*)?|▶ (?P<heading>\S.*)|(?P<mark>[✖﹣]) (?P<title>\S.*?)(?: \([\d.]+ms\)(?: # (?P<note>.*))?)?)'
        || '|(?P<tap_indent>(?:    )*)(?:# Subtest: (?P<_subtest>.*)|(?P<result>ok|not ok) \d+ - (?P<noted_tap>.*?) # (?P<directive>(?:SKIP|TODO).*)'
        ||   '|ok \d+ - (?P<tap_green>.*)|not ok \d+ - (?P<tap_title>.*))'
        || '|(?P<inside> +)(?:type: ''(?P<type>suite)''|(?P<_rest>type: ''\w+''|duration_ms: [\d.]+))'
        || '| +(?:location: ''(?P<file>[^'']+):(?P<line_no>\d+):\d+''|error: ''(?P<error>.*)''|(?P<open>error: [|>]-?))'
        || '| +(?P<reason>[^\s.-].*))$', 'heading _subtest', 'list gap run', 'green tap_green', 'indent tap_indent inside')) m
  WHERE  instr(:output, 'ℹ tests ') OR instr(:output, '✖ failing tests:') OR instr(:output, '# cancelled ') OR :command LIKE '%node%'
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- Whether the output begins in the middle of a suite. The suites above its first complete one are then unknown.
begins AS MATERIALIZED (
  SELECT start, instr(above, CAST('  ✔ ' AS BLOB)) OR instr(above, CAST('    ok ' AS BLOB)) AS inside
  FROM  (SELECT start, substr(CAST(:output AS BLOB), 1, start) AS above
         FROM  (SELECT coalesce(min(nullif(instr(CAST(char(10) || :output AS BLOB), CAST(char(10) || value AS BLOB)), 0)), octet_length(:output) + 1) - 1 AS start FROM json_each('["▶ ", "# Subtest: "]')))
),
facts AS MATERIALIZED (
  SELECT turn, listing, max(l->>'type') AS type, max(coalesce(l->>'place', l->>'file')) AS file, max(coalesce(l->>'place_line', l->>'line_no')) AS line,
         substr(coalesce(min(printf('%09d', at) || coalesce(l->>'error', iif(opened IS NULL, NULL, reason))), iif(count(coalesce(l->>'tap_title', l->>'result')), NULL, min(printf('%09d', at) || reason))), 10) AS said
  FROM   lines GROUP BY turn, listing
),
suites AS MATERIALIZED (
  SELECT at, replace(concat_ws(' › ', path, l->>'heading'), '\#', '#') AS test FROM lines WHERE NOT listing AND coalesce(l->>'heading', l->>'type') IS NOT NULL
),
placed AS MATERIALIZED (
  SELECT at, turn, ended, mark, title, note, l->>'result' AS result, coalesce(l->>'tap_title', l->>'result') IS NOT NULL AS tap, replace(concat_ws(' › ', path, coalesce(title, l->>'noted_tap')), '\#', '#') AS test,
         mark = '✖' AND coalesce(note, '') NOT LIKE 'TODO%' AS red
  FROM   lines, begins WHERE NOT listing AND NOT cut AND coalesce(mark, note) IS NOT NULL AND (depth = 0 OR at > start)
),
items AS MATERIALIZED (
  SELECT p.at, p.ended AS n, p.title, p.test, iif(p.red, 'fail', 'skip') AS outcome,
         coalesce(iif(p.mark = '﹣' OR p.note LIKE 'SKIP%', ltrim(substr(p.note, iif(p.mark = '﹣', 1, 5))), NULL), f.said) AS said, f.file, f.line
  FROM  (SELECT *, iif(tap, NULL, (SELECT max(s.at) FROM suites s WHERE s.test = placed.test AND s.at < placed.at)) AS opened FROM placed) p JOIN facts f ON f.turn = p.turn AND f.listing = 0
  -- The closing line of a suite is omitted, unless the suite failed and none of its tests did.
  WHERE  CASE WHEN p.tap THEN f.type IS NOT 'suite'
              WHEN p.opened IS NOT NULL THEN p.red AND NOT EXISTS (SELECT 1 FROM placed c WHERE c.at > p.opened AND c.at < p.at AND c.red)
              ELSE 1 END
),
-- The list at the end has the position of each test. If it is alone (dot reporter, truncated output), it names the failures.
listed AS (
  SELECT x.at, x.title, x.place AS file, x.place_line AS line, f.said, x.note
  FROM   lines x JOIN facts f ON f.turn = x.turn AND f.listing = x.listing
  WHERE  x.listing AND x.mark = '✖' AND x.depth = 0 AND coalesce(x.note, '') NOT LIKE 'TODO%'
    AND  NOT EXISTS (SELECT 1 FROM suites s WHERE s.test = x.title OR s.test GLOB '* › ' || x.title)
),
named AS MATERIALIZED (
  SELECT i.at, i.n, i.test, i.outcome, trim(coalesce(i.said, l.said), '''') AS message, coalesce(l.file, i.file) AS file, coalesce(l.line, i.line) AS line
  FROM   items i LEFT JOIN listed l ON l.title = i.title AND i.outcome = 'fail' GROUP BY i.at
  UNION ALL
  SELECT at, 0, title, 'fail', trim(said, ''''), file, line
  FROM   listed WHERE title NOT IN (SELECT title FROM items WHERE outcome = 'fail') AND coalesce(said, '') NOT GLOB '''[0-9]* subtest* failed'''
),
gathered AS MATERIALIZED (
  SELECT ended - (l->>'run' IS NOT NULL) AS n, l->'gathered' AS names
  FROM   lines, begins
  WHERE  l->'gathered' IS NOT NULL AND NOT inside AND NOT (listing - (l->>'list' IS NOT NULL)) AND NOT (cut - (l->>'gap' IS NOT NULL))
),
green AS MATERIALIZED (
  SELECT n, json_group_array(replace(test, :cwd || '/', '')) AS names
  FROM  (SELECT n, replace(value, '\#', '#') AS test FROM gathered, json_each(names))
  WHERE  test NOT IN (SELECT test FROM suites) AND test NOT IN (SELECT test FROM named) GROUP BY n
)
SELECT * FROM (
  SELECT n, replace(test, :cwd || '/', '') AS test, NULL AS tests, outcome, message, replace(coalesce(file, iif(test GLOB '/*.*', test, NULL)), :cwd || '/', '') AS file, line,
         NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how
  FROM   named ORDER BY at)
UNION ALL
SELECT n, NULL, names, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM green
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, NULL, passed, failed, skipped, 1,
       CASE WHEN tap THEN 'structured' WHEN coalesce((SELECT json_array_length(names) FROM green WHERE n = ended - 1), 0) = passed THEN 'items' ELSE 'summary' END
FROM  (SELECT ended, sum(iif(l->>'counted' = 'pass', l->>'count', 0)) AS passed, sum(iif(l->>'counted' IN ('fail', 'cancelled'), l->>'count', 0)) AS failed,
              sum(iif(l->>'counted' IN ('skipped', 'todo'), l->>'count', 0)) AS skipped, count(iif(l->>'counted' = 'todo', 1, NULL)) AS whole, instr(:output, 'TAP version') AS tap
       FROM   lines WHERE ended AND coalesce(l->>'counted', l->>'run') IS NOT NULL GROUP BY ended)
WHERE  whole AND (passed OR failed)
