-- The files whose content only the index of git has, because somebody has added it and nobody has committed it. What
-- a merge or the like of this session has put there is left out: a commit of another branch has that.

SELECT value ->> 'file' AS file
FROM   json_each(:staged)
WHERE  value ->> 'does' <> 'deletes'
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t BETWEEN :t - 500 AND :t
                     AND  c.program IN ('git merge', 'git pull', 'git revert', 'git cherry-pick', 'git rebase',
                                        'git am', 'git apply', 'git stash'))
