-- Commit on a branch of your own.
--
-- In a project with a remote the default branch is everybody's. Work on a branch can be reviewed, and thrown away. Where the
-- history tells that people commit to it, that is the custom, and who asks for a commit, a push or a release means the branch that was checked out
-- when they asked: unless commits come by pull requests there.

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
  AND  coalesce(:reviewed, 1)
  AND  (:reviewed
        OR NOT EXISTS (SELECT 1 FROM wanted w
                       CROSS  JOIN events e ON e.session = :session AND e.t = w.t AND e.root = :root
                       WHERE  e.branch = :branch AND w.verb IN ('commit', 'push', 'publish')))
  -- Where the last command of the line before it goes that goes to a branch.
  AND  :default_branch = coalesce((SELECT iif(json_array_length(c.args) = 1, c.args ->> 0, '') FROM commands c
                                   WHERE  c.session = :session AND c.t = :t AND c.n < :n
                                     AND  c.program IN ('git checkout', 'git switch', 'git worktree', 'cd')
                                   ORDER  BY c.n DESC
                                   LIMIT  1), :branch)
