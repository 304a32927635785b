-- Do not commit on red.
--
-- A commit while tests are known to fail passes the failure on to others. The commit is refused if
-- this session can be blamed: the test passed before its edits, or it edited the test and a program.
-- Otherwise, such as for a test that failed before the first edit, there is one warning; a merge, the commit that ends
-- one, and a message that says that the test fails, or is red, get none, nor what the user has been told at the end of a turn. The rule is silent
-- if no test is known to fail. `go test ./... && git commit` is allowed if the run covers the
-- failing tests, because the commit then happens only if they pass.

--- severity = "block"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit",
---             "git merge", "git cherry-pick", "git revert", "git am", "git rebase", "git commit-tree"]
--- repeat   = "once"
--- gather   = "test"
--- message  = "{test} {count:is|are} known to fail{since}. {advice}"
---
--- says.since.baseline    = ", as before your first edit"
--- says.since.doubtful    = ", but files were replaced since it was last run"
--- says.since.stashed     = ", but its edits are stashed away"
--- says.since.returned    = ", for the files are again what they were when it failed"
--- says.since.steered     = ", but what decides how it ends was changed before it passed"
--- says.since.outdated    = ", but the run that passed tested what was built before your last change"
--- says.since.passed      = ", but a command has passed since that may have run it"
--- says.since.environment = " because a service or a setting was missing"
--- says.since.first       = ", with no program edited yet"
--- says.since.flaky       = " and to pass without a change in between"
--- says.since.unknown     = ""
--- says.advice.own        = "Make {count:it|them} pass and run {count:it|them} again before you commit."
--- says.advice.build      = "Build, and run the tests again."
--- says.advice.excused    = "Tell your user of it, or run the tests again."
---
--- options.ignore_baseline = false   # leave out tests that failed before the session's first edit

SELECT fails.name AS test, sum(fails.count) OVER () AS count,
       iif(fails.least = fails.most AND fails.excuse <> '', fails.excuse, 'unknown') AS since,
       iif(fails.excuse = '' AND :program GLOB '* commit', 'block', 'warn') AS severity, -- a merge may be the repair
       iif(fails.excuse = '', :text, 'excused') AS subject,
       CASE WHEN fails.excuse = '' THEN 'own' WHEN fails.least = 'outdated' AND fails.most = 'outdated' THEN 'build'
            ELSE 'excused' END AS advice
FROM  (SELECT *, min(excuse) OVER () AS least, max(excuse) OVER () AS most FROM red_commits
       WHERE  NOT (:ignore_baseline AND excuse = 'baseline')
         AND  (excuse = '' OR since >= coalesce((SELECT max(t) FROM labels WHERE session = :session AND kind = 'claims'
                                                 AND label IN ('tests_fail', 'preexisting', 'flaky')), 0))) fails
WHERE  (fails.excuse = '' OR fails.least <> '') -- if the session is to blame for some, only these
  AND  (fails.excuse = ''
        OR :program GLOB '* commit'
           AND NOT EXISTS (SELECT 1 FROM stopped_merges WHERE session = :session AND root = :root))
  AND  NOT (fails.excuse = 'first' AND lower(:text) NOT GLOB '*fix*'
            AND (lower(:text) GLOB '*[^a-z]fail*' OR lower(:text) GLOB '*test*[^a-z]red[^a-z]*'))
ORDER  BY fails.since, fails.name
