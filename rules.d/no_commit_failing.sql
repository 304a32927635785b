-- Do not commit on red.
--
-- A commit while tests are known to fail passes the failure on to others. It is refused if this session is to blame: the
-- test passed before the session's edits, or the session edited both the test and a program. Any other failure, such as
-- one from before the first edit, gets one warning, and so does a commit that the user has typed word for word.
--
-- No warning is given
--
-- - for a commit of documents alone, which hands nothing on that fails;
-- - for a merge or the commit that ends one, which may be the repair;
-- - for a commit whose own message says that a new test fails, as those do who write the test first; so is no commit
--   of tests alone refused that says so, whatever the session has edited before;
-- - for what the agent has told the user at the end of a turn.
--
-- The rule is silent if no test is known to fail. `go test ./... && git commit` is allowed if the run covers the
-- failing tests, because the commit then happens only if they pass.

--- severity = "block"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit",
---             "git merge", "git cherry-pick", "git revert", "git am", "git rebase", "git commit-tree"]
--- repeat   = "once"
--- gather   = "test"
--- message  = "{test} {count:is|are} known to fail{excuse}. {advice}"
---
--- says.excuse.baseline    = ", as before your first edit"
--- says.excuse.doubtful    = ", but files were replaced since it was last run"
--- says.excuse.stashed     = ", but its edits are stashed away"
--- says.excuse.returned    = ", for the files are again what they were when it failed"
--- says.excuse.steered     = ", but what decides how it ends was changed before it passed"
--- says.excuse.outdated    = ", but the run that passed tested what was built before your last change"
--- says.excuse.passed      = ", but a command has passed since that may have run it"
--- says.excuse.environment = " because a service or a setting was missing"
--- says.excuse.first       = ", with no program edited yet"
--- says.excuse.flaky       = " and to pass without a change in between"
--- says.excuse.unknown     = ""
--- says.advice.own        = "Make {count:it|them} pass and run {count:it|them} again before you commit."
--- says.advice.build      = "Build, and run the tests again."
--- says.advice.excused    = "Tell your user of it, or run the tests again."
---
--- options.ignore_baseline = false   # leave out tests that failed before the session's first edit

SELECT fails.name AS test, sum(fails.count) OVER () AS count,
       iif(fails.lowest = fails.highest AND fails.excuse <> '', fails.excuse, 'unknown') AS excuse,
       -- a merge may be the repair
       iif(fails.excuse = '' AND NOT typed AND :program GLOB '* commit', 'block', 'warn') AS severity,
       iif(fails.excuse = '', :text, 'excused') AS subject,
       CASE WHEN fails.excuse = '' AND NOT typed THEN 'own'
            WHEN fails.lowest = 'outdated' AND fails.highest = 'outdated' THEN 'build' ELSE 'excused' END AS advice
FROM  (SELECT *, min(excuse) OVER () AS lowest, max(excuse) OVER () AS highest,
              EXISTS (SELECT 1 FROM wanted WHERE verb = 'run' AND named) AS typed FROM red_commits
       WHERE  NOT (:ignore_baseline AND excuse = 'baseline')
         AND  (excuse = '' OR since >= coalesce((SELECT max(t) FROM labels WHERE session = :session AND kind = 'claims'
                                                 AND label IN ('tests_fail', 'preexisting', 'flaky')), 0))) fails
WHERE  (fails.excuse = '' OR fails.lowest <> '') -- if the session is to blame for some, only these
  AND  (fails.excuse = ''
        OR :program GLOB '* commit'
           AND NOT EXISTS (SELECT 1 FROM stopped_merges WHERE session = :session AND root = :root))
  AND  NOT ((fails.excuse = 'first' OR EXISTS (SELECT 1 FROM taken_alone WHERE files = 'tests'))
            AND lower(:text) NOT GLOB '*fix*'
            AND (lower(:text) GLOB '*[^a-z]fail*' OR lower(:text) GLOB '*test*[^a-z]red[^a-z]*'))
ORDER  BY fails.since, fails.name
