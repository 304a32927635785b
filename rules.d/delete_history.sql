-- Keep what git could bring back.
--
-- The reflog and unreachable commits are the last way to work that was reset or rebased away. Expiring them, pruning
-- them or rewriting every commit cannot be undone, and others have the old commits. The same holds for the branches
-- of the remote that are everybody's, and for a whole repository that this session has not made, if no remote has its commits.

--- severity = "ask"
--- deeds    = ["drops", "pushes", "destroys"]
--- message  = "`{text}` deletes {what}, and git cannot bring it back. Leave it out, or let the user decide."
---
--- says.what.mirror = "what the remote has and this repository has not"
--- says.what.alone  = "a repository with commits that no remote has"
--- says.what.common = "a branch of the remote that is everybody's"
---
--- options.common = ["main", "master", "trunk", "develop"]   # branches that are everybody's, besides the default branch of origin

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:drops)
WHERE  value ->> 'of' = 'history' AND NOT EXISTS (SELECT 1 FROM own_project)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'rewrite history' OR verb = 'run' AND named)
UNION ALL
SELECT :text, 'alone'
FROM   json_each(:destroys)
WHERE  value ->> 'alone' AND value ->> 'does' NOT IN ('moves', 'permits')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('run', 'delete') AND named)
UNION ALL
SELECT :text, iif(mirror, 'mirror', 'common')
FROM   pushed_branches
WHERE  mirror OR does = 'deletes' AND (name = nullif(:default_branch, '')
       OR name IN (SELECT value FROM json_each(:common)))
LIMIT  1
