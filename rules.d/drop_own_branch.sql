-- Do not delete the branch that has your commits.
--
-- `git branch -D` deletes a branch although no other has its commits. If this session has made them and neither
-- merged nor pushed them, only the log of the branch still knows them.

--- severity = "ask"
--- deeds    = ["discards"]
--- message  = "This throws away {commits}{commits:| commits} of this session on `{branch}`, which no other branch is known to have. Merge or push it first, or tell your user that you drop it."
---
--- says.commits.1 = "the commit"

SELECT u.branch, count(DISTINCT u.t) AS commits
FROM   json_each(:discards) x
CROSS  JOIN unmerged_commits u ON u.branch = x.value ->> 'path'
WHERE  x.value ->> 'how' = 'branch' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'delete' AND named)
GROUP  BY u.branch
