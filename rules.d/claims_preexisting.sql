-- Show that it failed before.
--
-- The message says that the failing tests are older than the work, or unrelated to it. The session cannot know that:
-- it has run them only since its first edit, or has seen them pass. A run with the changes stashed shows it, whichever
-- tests that run names. The rule is silent, too, once the session has looked at another worktree, commit or build,
-- because witness does not follow it there.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- message  = "You say that what fails was there before or has nothing to do with your change, but {test} {ran}, or say that you have not checked."
---
--- says.ran.here    = "has passed in this session. Look at what you have changed since"
--- says.ran.earlier = "has passed in an earlier session, and nothing had changed until your first edit. Look at what you have changed since"
--- says.ran.never   = "was not run before your first edit. Run it in a worktree of the commit that you started from"

SELECT f.name AS test, f.name AS subject,
       CASE WHEN f.passed > 0 THEN 'here' WHEN f.passed = 0 THEN 'earlier' ELSE 'never' END AS ran
FROM   turn, tally y
CROSS  JOIN failing_tests f ON f.session = y.session AND f.root = y.root
WHERE  y.session = :session AND f.excuse IN ('', 'unknown') AND f.since > y.first_edit AND f.last > turn.began
  AND  EXISTS (SELECT 1 FROM claims WHERE label = 'preexisting')
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t > y.first_edit AND c.t < :t
                     AND  (c.program IN ('git worktree', 'git clone', 'git blame', 'gh run', 'gh pr')
                           OR c.program IN ('git checkout', 'git switch') AND NOT instr(c.args, '"-'))
                   UNION ALL
                   SELECT 1 FROM runs r
                   WHERE  r.session = :session AND r.t > y.first_edit AND r.stashed)
ORDER  BY f.passed IS NULL, f.since
LIMIT  1
