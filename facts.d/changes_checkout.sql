-- Checkouts: version control replaces the files of the tree, or puts single ones back.
--
-- The kind is checkout if the tree was replaced, so that what was known of it may no longer hold, and
-- restore if only the named files were. A new branch at the same commit, a reset that keeps the
-- files, and a pull without news change nothing. Nor does a command that failed, except one that
-- stopped at a conflict half way. If its status is not known, its messages count.

--- into     = "changes"
--- commands = [
---   "git checkout", "git switch", "git restore", "git stash", "git reset", "git pull", "git merge", "git rebase", "git cherry-pick", "git revert", "git am", "git bisect", "git submodule", "git worktree", "git clean", "git apply", "git mv", "git rm",
---   "jj new", "jj edit", "jj abandon", "jj undo", "jj restore", "jj rebase", "jj squash", "hg update", "hg pull", "hg revert", "hg rebase", "hg unshelve", "hg shelve",
---   "sl goto", "sl pull", "sl revert", "sl rebase", "svn update", "svn switch", "svn revert", "gh pr checkout", "gh repo sync",
---   "patch", "tar", "unzip", "rsync",
--- ]
--- unless   = ["--help", "--dry-run"]

SELECT CASE WHEN :program IN ('git restore', 'git mv', 'git rm', 'git clean', 'git apply', 'jj restore', 'hg revert', 'sl revert', 'svn revert', 'patch', 'tar', 'unzip', 'rsync')
              OR :program = 'git checkout' AND EXISTS (SELECT 1 FROM json_each(:args) WHERE value = '--') THEN 'restore'
            ELSE 'checkout' END AS kind
FROM  (SELECT coalesce(:args->>0, '') AS first,
              (SELECT count(*) FROM json_each(:args) WHERE value NOT GLOB '-*') AS operands,
              matches(:output, '(?m)^(?:error|fatal): ') <> '[]' AS complains,
              instr(:output, 'would be overwritten by') OR instr(:output, 'not a git repository')
              OR instr(:output, ' is already used by worktree at ') OR instr(:output, ' is already checked out at ')
              OR instr(:output, 'resolve your current index first') OR instr(:output, 'is not possible because you have') OR instr(:output, 'no tracking information') OR instr(:output, 'cannot rebase: ') OR instr(:output, 'cannot pull with rebase: ')
              OR EXISTS (SELECT 1 FROM json_each(:args) w
                         WHERE instr(:output, 'pathspec ''' || w.value || ''' did not match') OR instr(:output, 'invalid reference: ' || w.value)
                            OR instr(:output, '''' || w.value || ''' is not a commit') OR instr(:output, 'ambiguous argument ''' || w.value || '''')
                            OR instr(:output, 'bad revision ''' || w.value || '''') OR instr(:output, 'invalid upstream ''' || w.value || '''') OR instr(:output, 'merge: ' || w.value || ' - not something we can merge')) AS refused,
              matches(:output, '(?m)^(?:Switched to |HEAD is now at |Fast-forward|Updated \d|Merge made |Successfully rebased |Saved working directory |Dropped |Auto-merging |CONFLICT )') <> '[]' AS happened)
WHERE NOT (:program = 'git stash' AND first IN ('list', 'show', 'drop', 'clear', 'create', 'store'))
  AND NOT (:program = 'git worktree')
  AND NOT (:program = 'git submodule' AND first IN ('status', 'summary', 'foreach'))
  AND NOT (:program = 'git bisect' AND first IN ('log', 'visualize', 'view', 'terms'))
  AND NOT (:program IN ('git checkout', 'git switch') AND first IN ('-b', '-B', '-c', '-C', '--orphan') AND operands < 2)
  AND NOT (:program = 'git reset' AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--hard', '--merge', '--keep')))
  AND NOT (:program IN ('git restore') AND EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--staged', '-S'))
           AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--worktree', '-W')))
  AND NOT (:program IN ('git pull', 'git merge', 'git rebase') AND instr(:output, 'lready up to date'))
  -- The branch is checked out already, there is nothing to stash, or no stash.
  AND NOT (NOT happened AND (:program IN ('git checkout', 'git switch') AND instr(:output, 'Already on ''')
                             OR :program = 'git stash' AND (instr(:output, 'No local changes to save') OR instr(:output, 'No stash entries found'))))
  -- These do everything or nothing.
  AND NOT (:program IN ('git checkout', 'git switch', 'git restore', 'git reset', 'git apply', 'git rm', 'git mv') AND coalesce(:exit, 0) <> 0
           AND NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--reject', '--3way', '-3', '--merge', '-m')))
  AND NOT (:program GLOB 'git *' AND NOT happened AND (refused OR coalesce(:exit, 0) <> 0 AND complains AND :program NOT IN ('git am', 'git submodule', 'git clean')))
