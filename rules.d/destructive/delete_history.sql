-- Keep what git could bring back.
--
-- The reflog and unreachable commits are the last way to work that was reset or rebased away. Expiring them, pruning
-- them or rewriting every commit cannot be undone, and others have the old commits.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["git gc", "git prune", "git reflog", "git filter-branch", "git filter-repo", "git-filter-repo", "bfg", "git update-ref", "git replace", "git worktree", "git branch", "git push", "git submodule"]
--- message  = "`{text}` {does}. Leave it out, or let the user decide."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args))
SELECT :text AS text, does || iif(does GLOB '*that this session has not made', '', ', and git cannot bring it back') AS does
FROM  (SELECT CASE
                WHEN EXISTS (SELECT 1 FROM words WHERE v IN ('-n', '--dry-run', '--analyze', '-h', '--help', '--version')) THEN NULL
                WHEN :program = 'git gc' AND EXISTS (SELECT 1 FROM words WHERE v IN ('--prune=now', '--prune=all', '--prune=0') OR v GLOB '--prune=*.seconds*')
                  THEN 'deletes unreachable commits at once'
                WHEN :program = 'git prune' AND NOT EXISTS (SELECT 1 FROM words WHERE v = 'worktree') THEN 'deletes unreachable commits'
                WHEN :program = 'git reflog' AND (:args ->> '$[0]') IN ('expire', 'delete') THEN 'deletes the log of where branches were'
                WHEN :program IN ('git filter-branch', 'git filter-repo', 'git-filter-repo', 'bfg') THEN 'rewrites every commit'
                WHEN :program = 'git update-ref' AND EXISTS (SELECT 1 FROM words WHERE v IN ('-d', '--delete')) THEN 'deletes a ref'
                WHEN :program = 'git update-ref' AND EXISTS (SELECT 1 FROM words WHERE v GLOB 'refs/heads/*') AND EXISTS (SELECT 1 FROM words WHERE v GLOB '*[~^]*') THEN 'moves a branch back'
                -- A branch of the remote that is everybody's.
                WHEN :program = 'git push' AND EXISTS (
                       SELECT 1 FROM words WHERE ltrim(v, '+:') IN (:default_branch, 'main', 'master', 'trunk', 'develop')
                       AND (v GLOB ':*' OR v GLOB '+:*' OR EXISTS (SELECT 1 FROM words WHERE v IN ('-d', '--delete'))))
                  THEN 'deletes a branch of the remote that is everybody''s'
                -- Another branch or tag of the remote. What this session has made or pushed may go.
                WHEN :program = 'git push' AND EXISTS (
                       SELECT 1 FROM words WHERE v NOT GLOB '-*' AND (v GLOB ':?*' OR i > (SELECT min(i) FROM words WHERE v NOT GLOB '-*') AND EXISTS (SELECT 1 FROM words WHERE v IN ('-d', '--delete')))
                       AND NOT EXISTS (
                             SELECT 1 FROM commands c, json_each(c.args) a
                             WHERE  c.session = :session AND c.t > :t - 500 AND c.program IN ('git branch', 'git checkout', 'git switch', 'git worktree', 'git tag', 'git push') AND c.t < :t
                               AND  c.args NOT GLOB '*"--delete"*' AND c.args NOT GLOB '*"-[dD]"*' AND (c.program IN ('git tag', 'git push', 'git worktree') OR c.args GLOB '*"-[bBcC]"*')
                               AND  a.value = replace(replace(ltrim(v, ':'), 'refs/heads/', ''), 'refs/tags/', '')))
                  THEN 'deletes a branch or tag of the remote that this session has not made'
                WHEN :program = 'git push' AND EXISTS (SELECT 1 FROM words WHERE v = '--prune') THEN 'deletes the branches of the remote that are not here'
                -- A branch that git would not delete without force, or one that another takes the name of. This session's own may go.
                WHEN :program = 'git branch' AND EXISTS (SELECT 1 FROM words WHERE v GLOB '-[DMC]' OR v GLOB '-[^-]*[Df]*' OR v GLOB '-[Df][^-]*' OR v IN ('--force', '-f'))
                     AND EXISTS (SELECT 1 FROM words WHERE v = '--delete' OR v GLOB '-[^-]*' AND lower(v) GLOB '*d*'
                                 UNION ALL SELECT 1 FROM words WHERE v GLOB '-[MC]' AND (SELECT count(*) FROM words WHERE v NOT GLOB '-*') > 1)
                     AND NOT EXISTS (
                           SELECT 1 FROM commands c, json_each(c.args) a
                           WHERE  c.session = :session AND c.t > :t - 500 AND c.program IN ('git branch', 'git checkout', 'git switch', 'git worktree') AND (c.t < :t OR c.n < :n)
                             AND  c.args GLOB '*"-[bBc]"*' AND a.value IN (SELECT v FROM words WHERE v NOT GLOB '-*'))
                  THEN 'deletes a branch with commits that may be nowhere else'
                WHEN :program = 'git worktree' AND (:args ->> '$[0]') = 'remove' AND EXISTS (SELECT 1 FROM words WHERE v IN ('-f', '--force', '-ff'))
                     -- A worktree that this session added is its own.
                     AND NOT EXISTS (
                           SELECT 1 FROM commands c, json_each(c.args) a
                           WHERE  c.session = :session AND c.t > :t - 500 AND c.program = 'git worktree' AND (c.args ->> '$[0]') = 'add' AND (c.t < :t OR c.n < :n)
                             AND  a.value IN (SELECT v FROM words WHERE i > 0 AND v NOT GLOB '-*'))
                  THEN 'deletes a worktree with what is not committed in it'
                WHEN :program = 'git submodule' AND (:args ->> '$[0]') = 'deinit' AND EXISTS (SELECT 1 FROM words WHERE v IN ('-f', '--force'))
                  THEN 'deletes submodules with what is not committed in them'
              END AS does)
WHERE  does IS NOT NULL
  -- A repository that this session has made, or that mktemp makes a folder for, is its own.
  AND  NOT EXISTS (SELECT 1 FROM folders d WHERE d.session = :session AND (substr(:root || '/', 1, length(d.path) + 1) = d.path || '/' OR d.path = :root || '/.git'))
  AND  NOT (:dir = '?' AND instr(:command, 'mktemp') > 0)
