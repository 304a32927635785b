-- Force a push only over what is yours.
--
-- A forced push throws away the commits that the remote branch has and the pushed one lacks. On a branch that
-- everybody uses these are the work of others, and a lease does not protect them, because each fetch renews it. On any
-- other branch a lease is enough: git refuses if somebody has pushed in the meantime.
--
-- A push that is forced right after it was refused knows that the remote has something else, and nobody has looked at
-- it. If the refused push had a lease, somebody else has pushed.

--- severity = "ask"
--- deeds    = ["pushes"]
--- message  = "This forces a push over {named}{why}"
---
--- says.named.0     = "a branch"
--- says.named.1     = "`{branch}`"
--- says.why.common  = ", which is everybody's. Push a new commit instead, or let your user do it."
--- says.why.refused = ", which has just refused a push. Fetch, and look at what it has that you have not."
--- says.why.blind   = " without looking at what is there now. Use --force-with-lease, which refuses if somebody else has pushed."
---
--- options.common = ["main", "master", "trunk", "develop"]   # branches that are everybody's, besides the default branch of origin

WITH forced (name, plain, common, refused, others) AS (
  SELECT b.name, b.force, b.name = nullif(:default_branch, '') OR b.name IN (SELECT value FROM json_each(:common)),
         b.force AND EXISTS (SELECT 1 FROM refused_push), (SELECT lease FROM refused_push)
  FROM   pushed_branches b
  WHERE  (b.force OR b.lease) AND NOT b.tag
)
SELECT name AS branch, name <> '' AND name NOT GLOB '*$*' AS named,
       CASE WHEN common THEN 'common' WHEN refused THEN 'refused' ELSE 'blind' END AS why,
       iif(common OR refused, 'ask', 'warn') AS severity
FROM   forced
WHERE  (plain OR common)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'force push' OR verb = 'rewrite history' AND others IS NOT 1)
ORDER  BY common DESC
LIMIT  1
