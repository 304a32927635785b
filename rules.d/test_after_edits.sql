-- Test before you hand on what you edited.
--
-- In the middle of a change untested edits are nothing to object to. A commit and the end of a
-- turn hand them on, and then nobody knows whether they work. Only programs and tests count, in a
-- project where tests have been seen. A run of any tests resets the count, and so does a trial:
-- running the program, or a script that tries it (state/tried_*.sql). A linter, type checker or build since
-- the last edit of code is taken for a trial, too, and so is what a hook of version control ran on it;
-- where such a hook runs tests, it tries each commit.
--
-- Not counted are edits after a hook refused the commit, because they repair what it found, and a commit that is made
-- again after `git reset HEAD~1`, because it was committed before.
--
-- There is one warning for a pile of edits, and another when the pile has doubled. Each project
-- counts by itself: a commit is held against the edits of its own repository or worktree, the end
-- of a turn against those of every project that the session worked in. A push, and a message that says
-- that the work is done, are held to more by untried_handover.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "doubled"
--- yields   = ["reported_failure_untried", "reported_failure_again"]
--- message  = "{edits} edits of code{place} were made since anything was tested, the last in {file}. Run the tests, {closing}."
---
--- says.closing.end    = "or tell the user that you did not"
--- says.closing.commit = "then commit"
---
--- options.threshold = 3   # edits that may be handed on without a run

SELECT edits, place, file, subject, edits AS count,
       iif(way = 'done', 'end', 'commit') AS closing
FROM   handed_on
WHERE  edits > :threshold AND taken > :threshold
  AND  EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = handed_on.root)
  AND  NOT EXISTS (SELECT 1 FROM pile_tried a WHERE a.root = handed_on.root)
  AND  NOT EXISTS (SELECT 1 FROM pile_red b WHERE b.root = handed_on.root
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
  AND  NOT EXISTS (SELECT 1 FROM recommits c WHERE c.root = handed_on.root AND c.edits <= :threshold)
