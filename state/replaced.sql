-- Makes doubtful what failed in a tree that version control has replaced. The parameters are `:session`, `:t` and
-- `:root`.
--
-- git stash takes the edits away and brings them back: then the same tests fail again. With other commands of git on
-- the same line, or brought back without having been put away, it is not known what fails.

WITH
stashes AS (
  SELECT n, iif(args ->> '$[0]' IN ('pop', 'apply'), 'back', 'away') AS goes FROM commands
  WHERE  session = :session AND t = :t AND root = :root AND program = 'git stash'
),
line AS (
  SELECT (SELECT goes FROM stashes ORDER BY n LIMIT 1) AS first,
         (SELECT goes FROM stashes ORDER BY n DESC LIMIT 1) AS last,
         (SELECT stashed FROM tally WHERE session = :session AND root = :root) AS stashed,
         EXISTS (SELECT 1 FROM commands c
                 WHERE  c.session = :session AND c.t = :t AND c.root = :root
                   AND  c.program IN ('git checkout', 'git switch', 'git reset', 'git pull', 'git merge', 'git rebase',
                                      'git cherry-pick', 'git revert', 'git am', 'git bisect')) AS others
)
UPDATE failing
SET    doubtful = CASE
         WHEN line.first IS NULL OR line.others THEN 1
         WHEN line.first = 'away' THEN iif(line.last = 'away' AND doubtful = 0, 2, doubtful)
         WHEN line.stashed THEN iif(doubtful = 2, 0, doubtful)
         ELSE 1 END
FROM   line
WHERE  session = :session AND root = :root;
