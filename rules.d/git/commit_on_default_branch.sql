-- Commit on a branch of your own.
--
-- In a project with a remote the default branch is everybody's. Work on a branch can be reviewed, and thrown away.

--- severity = "warn"
--- pack     = "git"
--- commands = ["git commit", "git merge", "git cherry-pick", "git revert", "git am"]
--- repeat   = "once"
--- message  = "This commits to `{branch}`, the default branch of origin. Commit to a branch of your own: git switch -c NAME."

SELECT :default_branch AS branch, :default_branch AS subject
WHERE  :default_branch <> '' AND :commits
  -- What origin has of the branch is no work of this session.
  AND  NOT (:program = 'git merge'
            AND coalesce(:operands ->> 0, '@{u}') IN ('@{u}', 'FETCH_HEAD', 'origin/' || :branch))
  -- Where the last command of the line before it goes that goes to a branch.
  AND  :default_branch = coalesce((SELECT iif(json_array_length(c.args) = 1, c.args ->> 0, '') FROM commands c
                                   WHERE  c.session = :session AND c.t = :t AND c.n < :n
                                     AND  c.program IN ('git checkout', 'git switch', 'git worktree', 'cd')
                                   ORDER  BY c.n DESC
                                   LIMIT  1), :branch)
