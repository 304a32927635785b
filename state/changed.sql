-- Updates the state after a command that changed a tree without naming files: statements that are executed
-- in this order, once for each kind of change and project of a call. The parameters are `:session`, `:t`,
-- `:kind` and `:root`.

INSERT INTO trees (root, changes) VALUES (:root, 1)
  ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
UPDATE trees SET changes = changes + 1 WHERE root IN (SELECT project FROM parts WHERE root = :root);

-- What version control has replaced leaves open what fails. git stash takes the edits away and brings them back:
-- then the same tests fail again.
UPDATE failing
SET    doubtful = CASE
         WHEN how.first IS NULL OR how.others THEN 1
         WHEN how.first <> 'back' THEN iif(how.last = 'back', doubtful, iif(doubtful = 0, 2, doubtful))
         WHEN (SELECT y.stashed FROM tally y WHERE y.session = :session AND y.root = :root) THEN iif(doubtful = 2, 0, doubtful)
         ELSE 1 END
FROM  (SELECT (SELECT iif(c.args ->> '$[0]' IN ('pop', 'apply'), 'back', 'away') FROM commands c
               WHERE c.session = :session AND c.t = :t AND c.root = :root AND c.program = 'git stash' ORDER BY c.n LIMIT 1) AS first,
              (SELECT iif(c.args ->> '$[0]' IN ('pop', 'apply'), 'back', 'away') FROM commands c
               WHERE c.session = :session AND c.t = :t AND c.root = :root AND c.program = 'git stash' ORDER BY c.n DESC LIMIT 1) AS last,
              EXISTS (SELECT 1 FROM commands c
                      WHERE  c.session = :session AND c.t = :t AND c.root = :root
                        AND  c.program IN ('git checkout', 'git switch', 'git reset', 'git pull', 'git merge', 'git rebase', 'git cherry-pick', 'git revert', 'git am', 'git bisect')) AS others) how
WHERE  session = :session AND root = :root AND :kind = 'checkout';

-- What failed only while a merge had stopped at a conflict is gone when it is given up.
DELETE FROM failing
WHERE  session = :session AND root = :root
  AND  EXISTS (SELECT 1 FROM commands c
               WHERE  c.session = :session AND c.t = :t AND c.root = :root AND c.args ->> '$[0]' = '--abort'
                 AND  failing.since > (SELECT max(b.t) FROM commands b
                                       WHERE  b.session = :session AND b.t < :t AND b.root = :root AND b.program = c.program AND b.args ->> '$[0]' NOT IN ('--abort', '--continue', '--skip')));

UPDATE tally SET stashed = coalesce(
    (SELECT coalesce(c.args ->> '$[0]', '') IN ('', 'push', 'save') OR c.args ->> '$[0]' GLOB '-*' FROM commands c
     WHERE c.session = :session AND c.t = :t AND c.root = :root AND c.program = 'git stash' ORDER BY c.n DESC LIMIT 1), stashed)
WHERE session = :session AND root = :root;
