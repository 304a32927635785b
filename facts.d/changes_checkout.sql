-- Checkouts: version control replaces the files of the tree (the kind is checkout, and what was known of it may no
-- longer hold), or puts the named files back (restore). A new branch at the same commit, a reset that keeps the
-- files, and a pull without news change nothing. Nor does a command that failed, except one that stopped at a
-- conflict half way. If its status is not known, its messages count.

--- into     = "changes"
--- commands = [
---   "git checkout", "git switch", "git restore", "git stash", "git reset", "git pull", "git merge", "git rebase", "git cherry-pick", "git revert", "git am", "git bisect", "git submodule", "git worktree", "git clean", "git apply", "git mv", "git rm",
---   "jj new", "jj edit", "jj abandon", "jj undo", "jj restore", "jj rebase", "jj squash", "hg update", "hg pull", "hg revert", "hg rebase", "hg unshelve", "hg shelve",
---   "sl goto", "sl pull", "sl revert", "sl rebase", "svn update", "svn switch", "svn revert", "gh pr checkout", "gh repo sync",
---   "patch", "tar", "unzip", "rsync",
--- ]
--- unless   = ["--help", "--dry-run"]
---
--- line.happened = '(?:Switched to |HEAD is now at |Fast-forward|Updated \d|Merge made |Successfully rebased |Saved working directory |Dropped |Auto-merging |CONFLICT ).*'
--- line.refused  = [
---   '.*(?:would be overwritten by|not a git repository| is already used by worktree at | is already checked out at |resolve your current index first).*',
---   '.*(?:is not possible because you have|no tracking information|cannot rebase: |cannot pull with rebase: ).*',
--- ]
--- line.word     = [
---   ".*pathspec '(?<word>.*)' did not match.*|.*invalid reference: (?<word>.*)|.*'(?<word>.*)' is not a commit.*",
---   ".*ambiguous argument '(?<word>[^']*)'.*|.*bad revision '(?<word>[^']*)'.*|.*invalid upstream '(?<word>[^']*)'.*|.*merge: (?<word>.*) - not something we can merge.*",
--- ]
--- line.fatal    = '(?:error|fatal): .*'
--- line.current  = '.*lready up to date.*'
--- line.already  = "Already on '.*"
--- line.nothing  = '.*(?:No local changes to save|No stash entries found).*'

SELECT CASE WHEN :program IN ('git restore', 'git mv', 'git rm', 'git clean', 'git apply', 'jj restore', 'hg revert', 'sl revert', 'svn revert', 'patch', 'tar', 'unzip', 'rsync')
              OR :program = 'git checkout' AND '--' IN (SELECT value FROM json_each(:args)) THEN 'restore'
            ELSE 'checkout' END AS kind
FROM  (SELECT coalesce(:args->>0, '') AS first, (SELECT count(*) FROM json_each(:args) WHERE value NOT GLOB '-*') AS operands,
              coalesce((SELECT group_concat(iif(kind = 'word' AND word NOT IN (SELECT value FROM json_each(:args)), 'fatal', kind)) FROM lines), '') AS said,
              coalesce(:exit, 0) <> 0 AS failed)
WHERE  NOT (:program = 'git stash' AND first IN ('list', 'show', 'drop', 'clear', 'create', 'store'))
  AND  :program <> 'git worktree'
  AND  NOT (:program = 'git submodule' AND first IN ('status', 'summary', 'foreach'))
  AND  NOT (:program = 'git bisect' AND first IN ('log', 'visualize', 'view', 'terms'))
  AND  NOT (:program IN ('git checkout', 'git switch') AND first IN ('-b', '-B', '-c', '-C', '--orphan') AND operands < 2)
  AND  NOT (:program = 'git reset' AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--hard', '--merge', '--keep')))
  AND  NOT (:program = 'git restore' AND EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--staged', '-S'))
            AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--worktree', '-W')))
  AND  NOT (:program IN ('git pull', 'git merge', 'git rebase') AND instr(said, 'current'))
  -- These do everything or nothing.
  AND  NOT (:program IN ('git checkout', 'git switch', 'git restore', 'git reset', 'git apply', 'git rm', 'git mv') AND failed
            AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--reject', '--3way', '-3', '--merge', '-m')))
  -- The branch is checked out already, there is nothing to stash, or no stash; or git refused.
  AND  NOT (:program GLOB 'git *' AND NOT instr(said, 'happened')
            AND (:program IN ('git checkout', 'git switch') AND instr(said, 'already')
                 OR :program = 'git stash' AND instr(said, 'nothing')
                 OR instr(said, 'refused') OR instr(said, 'word')
                 OR failed AND instr(said, 'fatal') AND :program NOT IN ('git am', 'git submodule', 'git clean')))
