-- Do not throw away what nobody has committed.
--
-- `git reset --hard`, `git checkout .`, `git restore .` and `git clean -f` put files back for good. What was not committed or stashed is
-- lost, be it this session's work or somebody else's that was there before. To put back a file of one's own by
-- its name is what a restore is for, and is left alone. So is lost what this session has put on the stash or committed to a branch of its
-- own, if it drops the stash or deletes the branch with force before anything else has it.

--- severity = "ask"
--- commands = ["git reset", "git checkout", "git restore", "git clean", "git switch", "git rm", "git read-tree", "git stash", "git branch"]
--- message  = "This throws away {files}, {why}. {advice}"

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
place (p) AS (SELECT iif(:dir IN ('', '?'), '', :dir || '/')),
way (kind) AS (
  SELECT CASE :program
           WHEN 'git reset'    THEN iif(EXISTS (SELECT 1 FROM word WHERE w = '--hard'), 'tree', '')
           WHEN 'git read-tree' THEN iif(EXISTS (SELECT 1 FROM word WHERE w = '--reset') AND EXISTS (SELECT 1 FROM word WHERE w = '-u'), 'tree', '')
           WHEN 'git rm'       THEN iif(EXISTS (SELECT 1 FROM word WHERE w IN ('-f', '--force') OR w GLOB '-[a-z]*' AND instr(w, 'f')) AND NOT EXISTS (SELECT 1 FROM word WHERE w IN ('--cached', '-n', '--dry-run')), 'paths', '')
           WHEN 'git switch'   THEN iif(EXISTS (SELECT 1 FROM word WHERE w IN ('-f', '--force', '--discard-changes')), 'tree', '')
           WHEN 'git checkout' THEN iif(EXISTS (SELECT 1 FROM word WHERE w IN ('-f', '--force')), 'tree', iif(EXISTS (SELECT 1 FROM word WHERE w IN ('-b', '-B', '--orphan', '-p', '--patch')), '', 'paths'))
           WHEN 'git restore'  THEN iif(EXISTS (SELECT 1 FROM word WHERE w IN ('--staged', '-S', '-p', '--patch')) AND NOT EXISTS (SELECT 1 FROM word WHERE w IN ('--worktree', '-W', '-SW', '-WS')), '', 'paths')
           -- git stash && git stash drop
           WHEN 'git stash'    THEN iif(:args ->> 0 IN ('drop', 'clear') AND EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.n = :n - 1 AND c.program = 'git stash' AND coalesce(c.args ->> 0, 'push') IN ('push', 'save', '-u', '--include-untracked', '-a', '-k', '-q')), 'tree', '')
           WHEN 'git branch'   THEN ''
           WHEN 'git clean'    THEN iif(EXISTS (SELECT 1 FROM word WHERE w = '--force' OR w GLOB '-[a-zA-Z]*' AND instr(w, 'f')) AND NOT EXISTS (SELECT 1 FROM word WHERE w IN ('--dry-run', '--interactive') OR w GLOB '-[a-zA-Z]*' AND (instr(w, 'n') OR instr(w, 'i'))), 'clean', '')
         END
),
-- The files and folders that are named, relative to the root; '' is the root itself.
named (path) AS (
  SELECT rtrim(CASE WHEN w IN ('.', './', '*') THEN place.p WHEN w GLOB ':/*' THEN substr(w, 3) WHEN w GLOB './*' THEN place.p || substr(w, 3) WHEN substr(w, 1, length(:root) + 1) = :root || '/' THEN substr(w, length(:root) + 2) ELSE place.p || w END, '/')
  FROM   word, place
  WHERE  w NOT GLOB '-*'
),
since (t) AS (
  SELECT coalesce(max(c.t), 0)
  FROM   commands c INDEXED BY commands_of_commits
  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
  WHERE  c.session = :session AND c.commits = 1 AND c.root = :root AND d.outcome <> 'failed'
),
-- What this session has written since its last commit and not put back since; `made` is 1 for a new file, which git does not know.
mine (file, made, t) AS (
  SELECT e.file, max(e.kind = 'write' AND NOT e.on_disk), max(e.t)
  FROM   since CROSS JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > since.t
  WHERE  e.root = :root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via IN ('tool', 'shell') AND e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
    AND  NOT EXISTS (SELECT 1 FROM touches k
                     WHERE  k.session = :session AND k.path = e.path AND +k.t >= e.t AND k.outcome = 'ok' AND (k.kind = 'delete' OR k.manner IN ('restore', 'undo')))
    -- A checkout or a stash since has taken it away already.
    AND  NOT EXISTS (SELECT 1 FROM changes h WHERE h.session = :session AND h.t > e.t AND h.kind = 'checkout' AND h.root = :root)
  GROUP  BY e.file
),
-- New files that were added to the index are known to git.
added (file) AS (
  SELECT m.file FROM mine m
  WHERE  EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t > (SELECT t FROM since) AND c.program = 'git add' AND c.root = :root AND (c.t > m.t OR c.t = :t AND c.n < :n))
),
lost (file, own) AS (
  -- What differs from the index, if that is known.
  SELECT d.value ->> 'file', EXISTS (SELECT 1 FROM mine m WHERE m.file = d.value ->> 'file')
  FROM   json_each(:dirty) d, way
  WHERE  d.value ->> 'at' IS NOT NULL
    AND  (way.kind = 'tree'
          OR way.kind = 'paths' AND EXISTS (SELECT 1 FROM named n
                                            WHERE  n.path = '' OR substr(d.value ->> 'file', 1, length(n.path) + 1) = n.path || '/'
                                               OR  n.path = d.value ->> 'file' AND NOT EXISTS (SELECT 1 FROM mine m WHERE m.file = n.path)))
  UNION
  SELECT m.file, 1
  FROM   mine m, way
  WHERE  way.kind = 'tree' AND (:dirty IS NULL AND NOT m.made OR m.file IN (SELECT file FROM added))
    OR   way.kind = 'paths' AND :dirty IS NULL AND NOT m.made AND EXISTS (SELECT 1 FROM named n WHERE n.path = '')
    OR   way.kind = 'clean' AND m.made AND m.file NOT IN (SELECT file FROM added)
         AND (NOT EXISTS (SELECT 1 FROM named) OR EXISTS (SELECT 1 FROM named n WHERE n.path = '' OR substr(m.file || '/', 1, length(n.path) + 1) = n.path || '/'))
         AND (instr(m.file, '/') = 0 OR EXISTS (SELECT 1 FROM word WHERE w GLOB '-[a-zA-Z]*' AND instr(w, 'd')))
),
-- What this session has put on the stash, and neither tried to take back nor edited since.
pushed (t, args) AS (
  SELECT c.t, c.args
  FROM   ended_commands c
  WHERE  :program = 'git stash' AND :args ->> 0 IN ('drop', 'clear') AND coalesce(:args ->> 1, '0') IN ('0', 'stash@{0}', '-q', '--quiet')
    AND  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.program = 'git stash' AND c.root = :root AND c.outcome <> 'failed'
    AND  coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'drop', 'clear', 'create', 'store', 'pop', 'apply', 'branch')
  ORDER  BY c.t DESC LIMIT 1
),
stashed (file) AS (
  SELECT DISTINCT e.file
  FROM   pushed CROSS JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > :t - 500
  WHERE  e.t < pushed.t AND e.t > (SELECT coalesce(max(c.t), 0) FROM ended_commands c WHERE c.session = :session AND c.t > :t - 500 AND c.t < pushed.t AND c.commits = 1 AND c.root = :root AND c.outcome <> 'failed')
    -- A new file is only put there if it is asked for; of a list of files those that are named.
    AND  (e.kind = 'edit' OR e.on_disk OR EXISTS (SELECT 1 FROM json_each(pushed.args) WHERE value IN ('-u', '-a', '--include-untracked', '--all')))
    AND  (pushed.args NOT GLOB '*"--"*' OR e.file IN (SELECT value FROM json_each(pushed.args)))
    AND  e.root = :root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo', 'restore') AND e.class NOT IN ('scratch', 'generated')
    AND  NOT EXISTS (SELECT 1 FROM changes h WHERE h.session = :session AND h.t > e.t AND h.t < pushed.t AND h.kind = 'checkout' AND h.root = :root)
    AND  NOT EXISTS (SELECT 1 FROM commands o WHERE o.session = :session AND o.t > :t - 500 AND o.t >= pushed.t AND o.program = 'git stash' AND o.args ->> 0 IN ('pop', 'apply', 'branch'))
    AND  NOT EXISTS (SELECT 1 FROM touches k WHERE k.session = :session AND k.path = e.path AND +k.t > pushed.t AND k.kind IN ('edit', 'write', 'delete') AND k.outcome = 'ok')
),
-- A branch that this session deletes with force and has committed to, and that it has not merged, pushed or rebased since.
branch (name, commits) AS (
  SELECT w.w, count(DISTINCT c.t)
  FROM   word w
  JOIN   commands c INDEXED BY commands_of_commits ON c.session = :session AND c.commits = 1 AND c.root = :root AND c.t > :t - 500
  JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome <> 'failed' AND d.branch = w.w
  WHERE  :program = 'git branch' AND w.w NOT GLOB '-*'
    AND  (EXISTS (SELECT 1 FROM word WHERE w = '-D') OR EXISTS (SELECT 1 FROM word WHERE w IN ('-d', '--delete')) AND EXISTS (SELECT 1 FROM word WHERE w IN ('-f', '--force')))
    AND  NOT EXISTS (
           SELECT 1 FROM commands g JOIN events o ON o.session = g.session AND o.t = g.t AND o.moment = 'before'
           WHERE  g.session = :session AND g.t > :t - 500 AND g.t >= c.t AND (g.t < :t OR g.n < :n)
             AND  (g.program IN ('git merge', 'git push', 'git rebase', 'git cherry-pick', 'gh pr', 'git worktree', 'git tag') AND (o.branch = w.w OR instr(g.text, w.w)) OR g.program IN ('git cherry-pick', 'git rebase', 'git merge')))
  GROUP  BY w.w
),
-- The names to show: first what is not this session's.
shown (file, own, place) AS (SELECT file, own, row_number() OVER (ORDER BY own, file) FROM lost)
SELECT iif(count(*) > 3, count(*) || ' files, among them ', '') || group_concat(iif(place > 3, NULL, file || iif(own, '', ' (not changed by this session)')), ', ') AS files,
       'which nobody has committed' AS why,
       iif(min(own), 'Commit or stash it first, or put single files back by their names.', 'Leave alone what is not yours, or let your user decide.') AS advice
FROM   shown
WHERE  NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.n < :n AND c.root = :root AND :program <> 'git stash'
                   AND (c.commits OR c.program = 'git stash' AND coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear')))
  -- A repository that this session has made, or that mktemp makes a folder for, is its own.
  AND  NOT EXISTS (SELECT 1 FROM folders d WHERE d.session = :session AND d.path = :root)
  AND  NOT (:dir = '?' AND instr(:command, 'mktemp') > 0)
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w = '--help')
HAVING count(*) > 0
UNION ALL
SELECT iif(count(*) > 3, count(*) || ' files, among them ' || min(file), group_concat(file, ', ')), 'which this session has put on the stash', 'Take it back with `git stash pop`, or tell your user that you drop it.'
FROM   stashed
HAVING count(*) > 0
UNION ALL
SELECT iif(commits = 1, 'the commit', commits || ' commits') || ' of this session on `' || name || '`', 'which no other branch is known to have', 'Merge or push it first, or tell your user that you drop it.'
FROM   branch
