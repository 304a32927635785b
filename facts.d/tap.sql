-- TAP, the Test Anything Protocol, and what `prove` makes of it.
--
-- A nested test is indented by four spaces and above the line of its parent; its path is formed from
-- the comments `# Subtest:` before it. An unfulfilled plan and `Bail out!` mean that the run was cut
-- short. A test that is marked TODO or SKIP is skipped, whatever its result. `prove` names only the
-- files, unless `-v` prints their TAP. tape prints only its assertions, which often have the same
-- text, so the comment above is the test. The TAP of `node --test` has its own reader.
-- Tested with: prove 3.44 with Test::More 1.3, ava 7, deno 2.9, mocha 12.

--- into     = "tests"
--- commands = ["tap", "prove", "tape", "bats", "node-tap"]
--- contains = ["TAP version 1", "\nnot ok ", "\nok 1", "ok 1 ", "not ok 1 ", "Result: FAIL", "Result: PASS", "Bail out!"]
--- unless   = ["--version", "-V", "--help", "-h", "-D", "--dry", "--count", "-c"]
--- values   = ["-I", "-P", "-M", "-e", "--exec", "--ext", "-j", "--jobs", "--formatter", "--source", "-a", "--archive", "--state", "--rc"]

WITH whose AS (SELECT :output GLOB '*TAP version 13' || char(10) || '# *' AND NOT :output GLOB '*TAP version 13' || char(10) || '# Subtest: *' AS tape),
lines AS MATERIALIZED (
  -- Most of a long output is passed tests: only their names are gathered, with the tests that contain them.
  SELECT m.value->>'at' AS at, m.value AS l, m.value->>'part' AS cut, lag(m.value->>'open') OVER upto AS opened,
         (m.value->>'past') + count(coalesce(m.value->>'number', m.value->>'skipped')) OVER upto AS turn
  FROM   whose, jsonb_each(matches(iif(instr(:output, '# cancelled ') OR instr(:output, '  duration_ms: '), '', :output),
           '(?m)^(?:(?P<indent>(?:    )*)(?:(?:not )?ok (?P<skipped>\d+)(?: -)? ?(?P<skipped_title>.*?)(?: # time=\S+)?(?: \{)? ?# ?(?P<directive>(?i:skip|todo)\S*)(?: -)?(?: (?P<why>.*))?'
        ||   '|ok (?P<nameless>\d+)(?: -)? ?(?:# time=\S+)?(?: ?\{)?|ok \d+(?: -)? ?(?P<passed>\S.*?)(?: # time=\S+)?(?: \{)?'
        ||   '|not ok (?P<number>\d+)(?: -)? ?(?P<title>.*?)(?: # time=\S+)?(?: \{)?'
        ||   '|1\.\.(?P<plan>\d+)(?: .*)?|# Subtest: (?P<_subtest>.*)|(?P<bail>Bail out!.*)'
        ||   '|(?P<file>\S+) (?:\.\.+ (?P<verdict>ok|skipped).*|\(Wstat: .* Failed: (?P<count>\d+)\)))'
        || '|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.'
        || '|(?:    )*#   Failed test(?: ''(?P<failed>.*)'')?|(?:    )*#   at (?P<source>\S+) line (?P<source_line>\d+)\.'
        || iif(tape, '|# pass +(?P<stated>\d+)|# (?P<_asserts>\S.*)', '')
        || '| *(?:message|error): +(?:(?P<open>[|>]-?)|[''"]?(?P<error>[^''"\s].*?)[''"]?)|  *\{"message":"(?P<json>(?:[^"\\]|\\[^n])*)(?:\\n.*)?".*'
        || '|Files=(?P<files>\d+), Tests=(?P<tests>\d+),.*|Result: (?P<verdict_all>\w+)|  *(?P<text>[^\s.-].*))$',
           '_subtest _asserts', 'gap', 'passed nameless', 'indent')) m
  WHERE  instr(:output, 'TAP version 1') OR instr(:output, 'Result: ') OR :output GLOB '*1..[0-9]*'
  WINDOW upto AS (ORDER BY m.value->>'at')
),
-- After a truncation the parent of a test is unknown.
green AS MATERIALIZED (SELECT l->'gathered' AS names FROM lines WHERE cut = 0 AND l->'gathered' IS NOT NULL),
reasons AS (
  SELECT turn, substr(min(printf('%09d', at) || coalesce(l->>'json', l->>'error', iif(opened IS NULL, NULL, l->>'text'))), 10) AS message FROM lines GROUP BY turn
),
-- prove -v prints the tests of each file; without it, the file is the test and its failures are the message.
items AS MATERIALIZED (
  SELECT t.at, concat_ws(' › ', l->>'head', coalesce(nullif(l->>'title', ''), l->>'number')) AS test, 'fail' AS outcome, r.message, NULL AS file, NULL AS line
  FROM   lines t LEFT JOIN reasons r ON r.turn = t.turn
  WHERE  l->>'number' IS NOT NULL
  UNION ALL
  SELECT at, concat_ws(' › ', l->>'head', coalesce(nullif(l->>'skipped_title', ''), l->>'skipped')), 'skip', l->>'why', NULL, NULL
  FROM   lines WHERE l->>'skipped' IS NOT NULL AND NOT cut
  UNION ALL
  SELECT min(f.at), f.l->>'file', CASE WHEN max(f.l->>'count') IS NOT NULL THEN 'fail' WHEN max(f.l->>'verdict') = 'ok' THEN 'pass' ELSE 'skip' END,
         max(s.failed), f.l->>'file', min(s.line)
  FROM   lines f LEFT JOIN (SELECT l->>'source' AS source, lag(l->>'failed') OVER (ORDER BY at) AS failed, l->>'source_line' AS line FROM lines) s ON s.source = f.l->>'file' AND s.failed IS NOT NULL
  WHERE  f.l->>'file' IS NOT NULL AND (f.l->>'count' = '0' OR NOT (SELECT max(turn) FROM lines)) GROUP BY f.l->>'file'
  UNION ALL
  SELECT at, l->>'bail', 'fail', NULL, NULL, NULL FROM lines WHERE l->>'bail' IS NOT NULL
),
-- A name that occurs twice failed if it failed once, and passed if it was not skipped each time.
named AS MATERIALIZED (
  SELECT min(at) AS at, test, min(outcome) AS outcome, max(message) AS message, max(file) AS file, max(line) AS line
  FROM   items GROUP BY test HAVING min(outcome) <> 'skip' OR test NOT IN (SELECT value FROM green, json_each(names))
),
whole AS MATERIALIZED (
  SELECT (SELECT json_group_array(value) FROM green, json_each(names) WHERE value NOT IN (SELECT test FROM items WHERE outcome = 'fail')) AS names,
         (SELECT l->>'stated' FROM lines WHERE l->>'stated' IS NOT NULL) AS stated
)
SELECT * FROM (SELECT test, NULL AS tests, outcome, iif(outcome = 'pass', NULL, message) AS message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM named ORDER BY at)
UNION ALL
SELECT NULL, names, 'pass', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM whole WHERE names <> '[]'
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, coalesce(stated, json_array_length(names)) + (SELECT count(*) FROM named WHERE outcome = 'pass'),
       (SELECT count(*) FROM named WHERE outcome = 'fail'), (SELECT count(*) FROM named WHERE outcome = 'skip'),
       coalesce(bail IS NULL AND (verdict IS NOT NULL OR results = plan), 0), iif(verdict IS NULL, 'structured', 'items')
FROM   whole, (SELECT max(iif(l->>'indent' = '', l->>'plan' + 0, NULL)) AS plan, max(l->>'verdict_all') AS verdict, max(l->>'bail') AS bail,
                      (SELECT json_array_length(matches(:output, '(?m)^(?:not )?ok \d+'))) AS results FROM lines)
WHERE  (names <> '[]' OR EXISTS (SELECT 1 FROM named WHERE outcome <> 'skip')) AND (verdict IS NOT NULL OR plan <= results)
