-- Commands of version control, whose output may be that of a hook: the tests and checks that run before a commit or a
-- push. Such a run is not the agent's, nor the command's own failure: nobody can clear it by running the command
-- again.

--- into     = "runs"
--- commands = [
---   "git commit", "git push", "git merge", "git pull", "git rebase", "git cherry-pick", "git revert", "git am", "git checkout", "git switch", "git stash", "git clone", "git worktree",
---   "hg commit", "hg push", "jj commit", "jj git", "sl commit", "sl push", "gh pr create", "gh pr merge", "gt create", "gt submit", "gt modify",
--- ]

SELECT 'hook' AS origin
