-- Force a push only over what is yours.
--
-- A forced push throws away what the remote branch has and the pushed one has not. Over the common branch of a
-- project that is the work of others, even with a lease: a fetch renews it. Over another branch a lease is enough:
-- with it git refuses if somebody has pushed in the meantime. Who forces what has just been refused knows that the
-- remote has something else, and has not looked at it.

--- severity = "ask"
--- deeds    = ["pushes"]
--- message  = "This forces a push over {branch}{whose}. {advice}"
---
--- options.common = ["main", "master", "trunk", "develop"]   # branches that are everybody's, besides the default branch of origin

WITH forced (name, plain, common, refused) AS (
  SELECT b.name, b.force, b.name = nullif(:default_branch, '') OR b.name IN (SELECT value FROM json_each(:common)),
         b.force AND EXISTS (SELECT 1 FROM refused_push)
  FROM   pushed_branches b
  WHERE  (b.force OR b.lease) AND NOT b.tag
)
SELECT iif(name = '' OR name GLOB '*$*', 'a branch', '`' || name || '`') AS branch,
       CASE WHEN common THEN ', which is everybody''s' WHEN refused THEN ', which has just refused a push'
            ELSE ' without looking at what is there now' END AS whose,
       CASE WHEN common THEN 'Push a new commit instead, or let your user do it.'
            WHEN refused THEN 'Fetch, and look at what it has that you have not.'
            ELSE 'Use --force-with-lease, which refuses if somebody else has pushed.' END AS advice,
       iif(common OR refused, 'ask', 'warn') AS severity
FROM   forced
WHERE  (plain OR common) AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('force push', 'rewrite history'))
ORDER  BY common DESC
LIMIT  1
