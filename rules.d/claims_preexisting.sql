-- Show that it failed before.
--
-- The message calls what fails older than the work, or unrelated to it. In this session it has failed only since the first edit, and
-- nothing has run on the tree before that: the agent cannot know.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- yields   = ["stop_with_red"]
--- message  = "You say that what fails in `{command}` was there before or has nothing to do with your change, and this session has not seen it on the tree before that. Run it in a worktree of the commit that you started from, or say that you have not checked."

SELECT r.program AS command, r.program AS subject
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.t > y.first_edit AND r.root = y.root
                   AND r.kind = 'test' AND r.outcome = 'fail'
WHERE  y.session = :session AND r.t > (SELECT began FROM turn)
  AND  EXISTS (SELECT 1 FROM claims WHERE label = 'preexisting')
  AND  NOT EXISTS (SELECT 1 FROM runs b INDEXED BY runs_same
                   WHERE  b.session = r.session AND b.root = r.root AND b.program = r.program
                     AND  (b.t < y.first_edit AND b.outcome <> 'unstarted' OR b.stashed
                          OR b.t > r.t AND b.outcome = 'pass'))
  AND  NOT EXISTS (SELECT 1 FROM failing f
                   WHERE  f.session = r.session AND f.root = r.root AND f.baseline)
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = r.session AND c.t > y.first_edit AND c.t < :t
                     AND  c.program IN ('git stash', 'git worktree', 'git checkout', 'git switch', 'git clone',
                                        'git blame', 'gh run', 'gh pr'))
LIMIT  1
