-- Commit on the branch that you believe to be on.
--
-- All sessions in a checkout share its branch. When another session switches it, the next commit of this one lands on a
-- branch that it did not choose. The rule is silent if a call of this session has recorded the new branch since, or if this
-- session has switched itself.

--- severity = "warn"
--- commands = ["git commit", "git merge", "git cherry-pick", "git revert", "git am"]
--- message  = "Another session has switched this checkout from `{was}` to `{branch}`, and this would go there. Take a worktree of your own: git worktree add ../NAME {was}."

WITH seen (t, at, branch) AS (
  SELECT e.t, e.at, e.branch
  FROM   events e
  WHERE  e.session = :session AND e.t > :t - 200 AND e.t < :t AND e.root = :root AND e.branch <> ''
  ORDER  BY e.t DESC
  LIMIT  1
)
SELECT seen.branch AS was, :branch AS branch, seen.branch || ' ' || :branch AS subject
FROM   seen
CROSS  JOIN sessions o ON o.root = :root AND o.started > :now - 86400000 AND o.session <> :session
CROSS  JOIN commands c ON c.session = o.session AND c.program IN ('git checkout', 'git switch') AND c.root = :root
                      AND c.t > o.prompted - 100
CROSS  JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
                    AND d.outcome = 'ok' AND d.at >= seen.at
WHERE  :branch <> '' AND seen.branch <> :branch
  AND  NOT EXISTS (SELECT 1 FROM commands m
                   WHERE  m.session = :session AND m.t >= seen.t
                     AND  m.program IN ('git checkout', 'git switch', 'git worktree', 'git rebase', 'git bisect', 'cd'))
LIMIT  1
