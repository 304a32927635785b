-- ExUnit, Elixir's test framework, under `mix test`.
--
-- A failure has a numbered block. Tests that a failed `setup_all` prevented from running are
-- `invalid`: their block has number 0, represents the whole module, and counts as one failure. A
-- test file that does not compile ends the run before it starts. With `--trace` passed and failed
-- tests have the same line. In an umbrella project each application prints its own counts.
-- Tested with: ExUnit 1.14.

--- into     = "tests"
--- language = "elixir"
--- commands = ["mix test"]
--- contains = ["\nRandomized with seed ", "\nRunning ExUnit with seed: ", "\nFinished in ", "  1) test ", "  1) doctest ", "failure on setup_all callback", "--max-failures reached", "== Compilation error in file ", " failures"]
--- unless   = ["--help", "--profile-require"]
--- narrow   = ["--only", "--exclude", "--include", "--name-pattern", "--partitions"]
--- values   = ["--seed", "--max-failures", "--max-cases", "--formatter", "--timeout", "--slowest", "--exit-status", "--repeat-until-failure"]
--- variant  = ["--failed", "--stale"]

WITH lines AS MATERIALIZED (
  SELECT m.value->>'at' AS at, m.value AS l, count(m.value->>'failures') OVER upto AS ended,
         count(coalesce(m.value->>'title', m.value->>'module', m.value->>'broken', m.value->>'failures', m.value->>'traced', m.value->>'gap')) OVER upto AS block,
         max(m.value->>'suite_file') OVER upto AS suite_file
  FROM   jsonb_each(matches(iif(:command GLOB '*mix *test*' OR instr(:output, 'Randomized with seed ') OR instr(:output, 'Running ExUnit with seed: ') OR instr(:output, 'failure on setup_all callback') OR :output GLOB '*  1) *test * (*)*', :output, ''),
           '(?m)^(?: +\d+\) (?P<title>(?:test|doctest|property) .*) \((?P<suite>[\w.]+)\)| +0\) (?P<module>[\w.]+): failure on setup_all callback.*'
        || '|     (?P<file>[^\s:]+\.exs?):(?P<row>\d+)|       (?P<frame>[^\s:]+\.exs?):(?P<frame_row>\d+): .*|     (?:code|left|right|stacktrace|arguments): .*|     (?:stacktrace):|     (?P<text>\S.*)'
        || '|== Compilation error in file (?P<broken>\S+) ==|(?P<error>\*\* \(.*)|  \* (?P<traced>(?:test|doctest|property) .*?) \((?:(?P<skipped>skipped|excluded)|[\d.]+ms)\) \[L#\d+\]'
        || '|(?P<counts>(?:\d+ (?:doctests?|tests?|propert(?:y|ies)|features?), )+)(?P<failures>\d+) failures?(?:, (?P<invalid>\d+) invalid)?(?:, (?P<skips>\d+) skipped)?(?:, (?P<excluded>\d+) excluded)?(?: \(\d+ excluded\))?'
        || '|(?P<limit>--max-failures reached).*|\.\.\. \[(?P<gap>\d+) characters truncated\] \.\.\.)$')) m
  WINDOW upto AS (ORDER BY m.value->>'at')
),
items AS MATERIALIZED (
  SELECT min(ended) AS n, max(l->>'suite') AS suite, coalesce(max(l->>'title'), max(l->>'module') || ': setup_all', max(l->>'broken')) AS test,
         coalesce(substr(min(printf('%09d', at) || (l->>'text')), 10), substr(min(printf('%09d', at) || (l->>'error')), 10)) AS message,
         coalesce(max(l->>'file'), max(l->>'broken'), substr(min(printf('%09d', at) || (l->>'frame')), 10)) AS file,
         coalesce(max(l->>'row'), substr(min(printf('%09d', at) || (l->>'frame_row')), 10)) AS line, max(l->>'module') AS module
  FROM   lines GROUP BY block HAVING coalesce(max(l->>'title'), max(l->>'module'), max(l->>'broken')) IS NOT NULL
)
SELECT n, suite, test, 'fail' AS outcome, message, file, line, NULL AS passed, NULL AS failed, NULL AS skipped, NULL AS ended, NULL AS how FROM items
UNION ALL
SELECT ended - 1, NULL, NULL, NULL, NULL, NULL, NULL, tests - (l->>'failures') - coalesce(l->>'invalid', 0) - coalesce(l->>'skips', 0) - coalesce(l->>'excluded', 0),
       (l->>'failures') + iif(l->>'invalid' IS NULL, 0, max(1, (SELECT count(*) FROM items i WHERE i.n = ended - 1 AND module IS NOT NULL))), coalesce(l->>'skips', 0),
       l->>'invalid' IS NULL AND (:runner IS 'exunit' OR NOT instr(:output, 'Excluding tags: [:test]')) AND NOT EXISTS (SELECT 1 FROM lines WHERE l->>'limit' IS NOT NULL), 'summary'
FROM  (SELECT *, (SELECT sum(c.value->>'k') FROM jsonb_each(matches(l->>'counts', '(?P<k>\d+) ')) c) AS tests FROM lines WHERE l->>'failures' IS NOT NULL)
WHERE  tests > coalesce(l->>'excluded', 0) + 0
