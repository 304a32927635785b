-- The commits of this session in the project and the branches that have them, unless it has merged, pushed, picked or
-- rebased them since, or given them a tag or a worktree.

SELECT d.branch, o.t
FROM   own_commits o
CROSS  JOIN events d ON d.session = :session AND d.t = o.t AND d.moment = 'after'
WHERE  o.root = :root AND o.t > :t - 500
  AND  NOT EXISTS (
         SELECT 1 FROM commands g
         WHERE  g.session = :session AND g.t > :t - 500 AND g.t >= o.t AND (g.t < :t OR g.n < :n)
           AND  (g.program IN ('git cherry-pick', 'git rebase', 'git merge')
                 OR g.program IN ('git push', 'gh pr', 'git worktree', 'git tag')
                    AND (instr(g.text, d.branch)
                         OR EXISTS (SELECT 1 FROM events b WHERE b.session = :session AND b.t = g.t
                           AND b.branch = d.branch))))
