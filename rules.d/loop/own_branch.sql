-- Let an unattended loop commit to a branch of its own.
--
-- Nobody looks at what a loop does before others build on it. On the default branch its commits are in the way of
-- everybody; on a branch of its own they can be read, merged or thrown away. Where the repository does not
-- tell its default branch, it is main or master. The first commit of a repository, and a line that
-- switches to another branch first, are no finding.

--- severity = "block"
--- pack     = "loop"
--- commands = ["git commit", "git cherry-pick", "git revert", "git am"]
--- message  = "This would be committed to {branch}, which others build on. Run `git switch -c NAME` first: your changes come along."

SELECT :branch AS branch
WHERE  :commits AND :branch <> '' AND :head <> ''
  AND  (:branch = :default_branch OR :default_branch = '' AND :branch IN ('main', 'master'))
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t = :t AND c.n < :n
                     AND  c.program IN ('git switch', 'git checkout', 'git worktree'))
