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
  SELECT f.name, f.count, f.since,
         -- A test that is written before the program that it tests.
         iif(f.excuse = '' AND f.passed IS NULL
             AND NOT EXISTS (SELECT 1 FROM tally y
                             CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.first_edit AND e.root = y.root
                             WHERE  y.session = :session AND y.root = f.root
                               AND  e.class = 'code' AND e.kind IN ('edit', 'write', 'delete') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')),
             'first', f.excuse) AS excuse
  FROM   failing_tests f
  WHERE  f.session = :session AND f.root = :root
    AND  :commits
    AND  NOT (:ignore_baseline AND f.excuse = 'baseline')
    -- The user has gone on since a service or a setting was first missing: it is their machine. Nor is it worth
    -- a word then that something fails which was only counted: neither what nor why is known.
    AND  NOT ((f.excuse = 'environment' OR f.excuse <> '' AND f.test = '') AND EXISTS (SELECT 1 FROM runs r WHERE r.session = f.session AND r.t = f.since)
              AND EXISTS (SELECT 1 FROM events e WHERE e.session = f.session AND e.t > f.since AND e.moment = 'prompt'))
    -- A hook of version control that runs these tests will run them in this commit, and something has changed since they failed.
    AND  NOT (EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks
                      WHERE  h.session = f.session AND h.root = f.root AND h.origin = 'hook' AND h.kind = 'test' AND h.language = f.language)
              AND f.tree < (SELECT changes FROM trees WHERE root = f.root)
              AND :program = 'git commit' AND :env NOT GLOB '*HUSKY=0*' AND :env NOT GLOB '*"SKIP=*' AND :env NOT GLOB '*LEFTHOOK=*'
              AND NOT EXISTS (SELECT 1 FROM json_each(:args) w WHERE w.value = '--no-verify' OR w.value GLOB '-n*' OR w.value GLOB '-[a-z]n*'))
    AND  NOT EXISTS (
           SELECT 1
           FROM   json_each(:gates) g
           JOIN   coverage c ON c.session = :session AND c.t = :t AND c.n = g.value
           WHERE  c.root = f.root AND c.tool = f.tool AND c.suite = f.suite AND c.test = f.test
             AND  (c.same OR c.runner IN (f.tool, 'test_command')))
),
-- If the session can be blamed for some of the failures, only these are named.
named AS (
  SELECT name, count, excuse, row_number() OVER (ORDER BY since, name) AS place
  FROM   red
  WHERE  excuse = '' OR NOT EXISTS (SELECT 1 FROM red WHERE excuse = '')
),
said AS (
  SELECT CAST(total(count) AS INTEGER) AS n, min(excuse) AS excuse, max(excuse) <> min(excuse) AS mixed,
         iif(count(*) > 3,
             CAST(total(count) AS INTEGER) || ' tests, among them ' || group_concat(name, ', ') FILTER (WHERE place <= 3) || ', are',
             group_concat(name, ', ') || iif(total(count) = 1, ' is', ' are')) AS failing
  FROM   named
)
SELECT iif(excuse = '' AND :program GLOB '* commit', 'block', 'warn') AS severity, -- a revert or a merge may be the repair
       iif(excuse = '', :text, 'excused') AS subject,
       failing,
       CASE WHEN excuse = '' OR mixed THEN ''
            WHEN excuse = 'baseline' THEN ', and ' || iif(n = 1, 'was', 'were') || ' before your first edit'
            WHEN excuse = 'doubtful' THEN ', but files were replaced since ' || iif(n = 1, 'it', 'they') || ' last ran'
            WHEN excuse = 'passed' THEN ', but another command has reported since that its tests pass'
            WHEN excuse = 'environment' THEN ' because a service or a setting was missing'
            WHEN excuse = 'first' THEN ', with no program edited yet'
            WHEN excuse = 'flaky' THEN ' and to pass without a change in between'
            ELSE '' END AS since,
       iif(excuse = '', 'Make ' || iif(n = 1, 'it', 'them') || ' pass and run ' || iif(n = 1, 'it', 'them') || ' again before you commit.',
                        'Tell your user that ' || iif(n = 1, 'it does', 'they do') || ' not pass, or run ' || iif(n = 1, 'it', 'them') || ' again.') AS advice
FROM   said
WHERE  n > 0
       -- What others left red is no reason to object to a merge, or to the commit that ends one which had stopped at a conflict.
  AND  (excuse = ''
        OR :program GLOB '* commit'
           AND NOT EXISTS (SELECT 1
                           FROM  (SELECT c.program, d.exit, d.outcome
                                  FROM   commands c INDEXED BY commands_of_commits
                                  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                                  WHERE  c.session = :session AND c.root = :root AND c.commits = 1 AND c.t < :t
                                  ORDER  BY c.t DESC, c.n DESC LIMIT 1) m
                           WHERE m.program NOT GLOB '* commit' AND (m.exit <> 0 OR m.outcome = 'failed')))
       -- The message of the commit says that the test fails.
  AND  NOT (excuse = 'first' AND lower(:text) GLOB '*[^a-z]fail*' AND lower(:text) NOT GLOB '*fix*')
