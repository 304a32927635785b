-- Do not throw away what nobody has committed.
--
-- `git reset --hard`, `git checkout .`, `git restore .` and `git clean -f` put files back for good. What was not committed or stashed is
-- lost, be it this session's work or somebody else's that was there before. To put back a file of one's own by
-- its name is what a restore is for, and is left alone.

--- severity = "ask"
--- commands = ["git reset", "git checkout", "git restore", "git clean", "git switch", "git rm", "git read-tree"]
--- message  = "This throws away {files}, which nobody has committed. {advice}"

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
-- The names to show: first what is not this session's.
shown (file, own, place) AS (SELECT file, own, row_number() OVER (ORDER BY own, file) FROM lost)
SELECT iif(count(*) > 3, count(*) || ' files, among them ', '') || group_concat(iif(place > 3, NULL, file || iif(own, '', ' (not changed by this session)')), ', ') AS files,
       iif(min(own), 'Commit or stash it first, or put single files back by their names.', 'Leave alone what is not yours, or let your user decide.') AS advice
FROM   shown
WHERE  NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.n < :n AND c.root = :root
                   AND (c.commits OR c.program = 'git stash' AND coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear')))
  -- A repository that this session has made, or that mktemp makes a folder for, is its own.
  AND  NOT EXISTS (SELECT 1 FROM folders d WHERE d.session = :session AND d.path = :root)
  AND  NOT (:dir = '?' AND instr(:command, 'mktemp') > 0)
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w = '--help')
HAVING count(*) > 0
