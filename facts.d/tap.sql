-- TAP, the Test Anything Protocol, and what `prove` makes of it.
--
-- A nested test is indented by four spaces and stands above the line of its parent; its path is put together from
-- the comments `# Subtest:` before it. A plan that is not fulfilled, or `Bail out!`, is a run cut short. What is marked
-- TODO or SKIP is skipped, whatever its result. `prove` names the files only, unless `-v` prints their TAP.
-- The TAP of `node --test` has a reader of its own.
-- Looked at: prove 3.44 with Test::More 1.3, ava 7, deno 2.9, mocha 12.

--- into     = "tests"
--- commands = ["tap", "prove", "tape", "bats", "node-tap"]
--- contains = ["TAP version 1", "\nnot ok ", "\nok 1", "ok 1 ", "not ok 1 ", "Result: FAIL", "Result: PASS", "Bail out!"]
--- unless   = ["--version", "-V", "--help", "-h", "-D", "--dry", "--count", "-c"]
--- values   = ["-I", "-P", "-M", "-e", "--exec", "--ext", "-j", "--jobs", "--formatter", "--source", "-a", "--archive", "--state", "--rc"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, length(m.value->>'indent') / 4 AS depth, m.value->>'title' AS title, m.value->>'result' AS result,
         lag(m.value->>'open') OVER (ORDER BY m.value->>'at') AS opened, count(m.value->>'gap') OVER (ORDER BY m.value->>'at') AS cut,
         count(m.value->>'result') OVER (ORDER BY m.value->>'at') AS turn
  FROM   jsonb_each(matches(iif(instr(:output, '# cancelled ') OR instr(:output, '  duration_ms: '), '', :output),
           '(?m)^(?P<indent>(?:    )*)(?:(?P<result>ok|not ok) (?P<number>\d+)(?: -)? ?(?P<title>.*?)(?: # time=\S+)?(?: \{)?(?: ?# ?(?P<directive>(?i:skip|todo)\S*)(?: -)?(?: (?P<why>.*))?)?'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|1\.\.(?P<plan>\d+)(?: .*)?|# Subtest: (?P<subtest>.*)|(?P<bail>Bail out!.*)'
        || '|(?P<file>\S+) (?:\.\.+ (?P<verdict>ok|skipped).*|\(Wstat: .* Failed: (?P<count>\d+)\))'
        || '|#   Failed test(?: ''(?P<failed>.*)'')?|#   at (?P<source>\S+) line (?P<source_line>\d+)\.'
        || '| *(?:message|error): +(?:(?P<open>[|>]-?)|[''"]?(?P<error>[^''"\s].*?)[''"]?)|  *\{"message":"(?P<json>(?:[^"\\]|\\[^n])*)(?:\\n.*)?".*'
        || '|Files=(?P<files>\d+), Tests=(?P<tests>\d+),.*|Result: (?P<verdict_all>\w+)|  *(?P<text>[^\s.-].*))$')) m
  WHERE  instr(:output, 'TAP version 1') OR instr(:output, 'Result: ') OR :output GLOB '*1..[0-9]*'
),
tree AS (
  SELECT *, max(iif(depth = 0, printf('%09d', at) || (l->>'subtest'), NULL)) OVER up AS h0, max(iif(depth = 1, printf('%09d', at) || (l->>'subtest'), NULL)) OVER up AS h1,
         max(iif(depth = 2, printf('%09d', at) || (l->>'subtest'), NULL)) OVER up AS h2
  FROM   lines WINDOW up AS (ORDER BY at)
),
reasons AS (
  SELECT turn, substr(min(printf('%09d', at) || coalesce(l->>'json', l->>'error', iif(opened IS NULL, NULL, l->>'text'))), 10) AS message FROM lines GROUP BY turn
),
-- prove -v prints the tests of each file; without it the file is the test and what failed in it the message.
items AS MATERIALIZED (
  SELECT min(t.at) AS at, concat_ws(' › ', iif(depth > 0, substr(h0, 10), NULL), iif(depth > 1, substr(h1, 10), NULL), iif(depth > 2, substr(h2, 10), NULL), coalesce(nullif(title, ''), l->>'number')) AS test,
         iif(max(result = 'not ok' AND l->>'directive' IS NULL), 'fail', iif(max(l->>'directive' IS NULL), 'pass', 'skip')) AS outcome, coalesce(max(l->>'why'), max(r.message)) AS message, NULL AS file, NULL AS line
  FROM   tree t LEFT JOIN reasons r ON r.turn = t.turn AND t.result = 'not ok'
  WHERE  result IS NOT NULL AND (result = 'not ok' OR NOT cut) GROUP BY 2
  UNION ALL
  SELECT min(f.at), f.l->>'file', CASE WHEN max(f.l->>'count') IS NOT NULL THEN 'fail' WHEN max(f.l->>'verdict') = 'ok' THEN 'pass' ELSE 'skip' END,
         max(s.failed), f.l->>'file', min(s.line)
  FROM   lines f LEFT JOIN (SELECT l->>'source' AS source, lag(l->>'failed') OVER (ORDER BY at) AS failed, l->>'source_line' AS line FROM lines) s ON s.source = f.l->>'file' AND s.failed IS NOT NULL
  WHERE  f.l->>'file' IS NOT NULL AND (f.l->>'count' = '0' OR NOT EXISTS (SELECT 1 FROM lines WHERE result IS NOT NULL)) GROUP BY f.l->>'file'
  UNION ALL
  SELECT at, l->>'bail', 'fail', NULL, NULL, NULL FROM lines WHERE l->>'bail' IS NOT NULL
)
SELECT * FROM (SELECT test, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items ORDER BY at)
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, (SELECT sum(outcome = 'pass') FROM items), (SELECT sum(outcome = 'fail') FROM items), (SELECT sum(outcome = 'skip') FROM items),
       coalesce(bail IS NULL AND (verdict IS NOT NULL OR results = plan), 0), iif(verdict IS NULL, 'structured', 'items')
FROM  (SELECT max(iif(depth = 0, l->>'plan' + 0, NULL)) AS plan, count(iif(depth = 0, result, NULL)) AS results, max(l->>'verdict_all') AS verdict, max(l->>'bail') AS bail FROM lines)
WHERE  (SELECT max(outcome <> 'skip') FROM items) AND (verdict IS NOT NULL OR plan <= results)
