-- Do not commit on red.
--
-- A commit while tests are known to fail passes the failure on to others. The commit is refused if
-- this session can be blamed: the test passed before its edits, or it edited the test and a program.
-- Otherwise, such as for a test that failed before the first edit, there is one warning. The rule is silent
-- if no test is known to fail. `go test ./... && git commit` is allowed if the run covers the
-- failing tests, because the commit then happens only if they pass.

--- severity = "block"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit",
---             "git merge", "git cherry-pick", "git revert", "git am", "git rebase"]
--- needs    = ["failing"]
--- repeat   = "once"
--- message  = "{failing} known to fail{since}. {advice}"
---
--- options.ignore_baseline = false   # leave out tests that failed before the session's first edit

WITH
red AS MATERIALIZED (
  SELECT f.name, f.count, f.since, f.excuse,
         (f.tool, f.suite, f.test) IN (SELECT tool, suite, test FROM crashes WHERE session = :session AND root = :root) AS crash
  FROM   failing_commits f
  WHERE  f.session = :session AND f.root = :root AND :commits AND NOT f.accepted
    AND  NOT (:ignore_baseline AND f.excuse = 'baseline')
    AND  NOT (f.hooked AND :program = 'git commit' AND :skips_hooks = '') -- the hook will run them
    AND  NOT EXISTS (SELECT 1 FROM awaited w WHERE w.session = :session AND w.t = :t AND w.n = :n AND (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
),
-- If the session can be blamed for some of the failures, only these are named.
named AS (
  SELECT name, count, excuse, row_number() OVER (ORDER BY since, name) AS place
  FROM   red
  WHERE  (excuse = '' OR NOT EXISTS (SELECT 1 FROM red WHERE excuse = ''))
    AND  NOT (crash AND EXISTS (SELECT 1 FROM red o WHERE NOT o.crash AND (o.excuse = '' OR red.excuse <> '')))
),
said AS (
  SELECT CAST(total(count) AS INTEGER) AS n, min(excuse) AS excuse, max(excuse) <> min(excuse) AS mixed,
         iif(count(*) > 3, CAST(total(count) AS INTEGER) || ' tests, among them ' || group_concat(name, ', ') FILTER (WHERE place <= 3) || ',', group_concat(name, ', '))
         || iif(total(count) = 1, ' is', ' are') AS failing
  FROM   named
)
SELECT iif(excuse = '' AND :program GLOB '* commit', 'block', 'warn') AS severity, iif(excuse = '', :text, 'excused') AS subject, -- a revert or a merge may be the repair
       failing,
       CASE iif(mixed, '', excuse)
         WHEN 'baseline'    THEN ', and ' || iif(n = 1, 'was', 'were') || ' before your first edit'
         WHEN 'doubtful'    THEN ', but files were replaced since ' || iif(n = 1, 'it', 'they') || ' last ran'
         WHEN 'passed'      THEN ', but a command has passed since that may have run ' || iif(n = 1, 'it', 'them')
         WHEN 'environment' THEN ' because a service or a setting was missing'
         WHEN 'first'       THEN ', with no program edited yet'
         WHEN 'flaky'       THEN ' and to pass without a change in between'
         ELSE '' END AS since,
       iif(excuse = '', iif(n = 1, 'Make it pass and run it again', 'Make them pass and run them again') || ' before you commit.',
                        'Tell your user that ' || iif(n = 1, 'it does not pass, or run it again.', 'they do not pass, or run them again.')) AS advice
FROM   said
WHERE  n > 0 AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'accept red')
       -- What others left red is no reason to object to a merge, or to the commit that ends one.
  AND  (excuse = '' OR :program GLOB '* commit' AND NOT EXISTS (SELECT 1 FROM stopped_merges WHERE session = :session AND root = :root))
       -- The message of the commit says that the test fails.
  AND  NOT (excuse = 'first' AND lower(:text) GLOB '*[^a-z]fail*' AND lower(:text) NOT GLOB '*fix*')
