-- Force a push only over what is yours.
--
-- A forced push throws away what the remote branch has and the pushed one has not. Over the common branch
-- of a project that is the work of others, even with a lease: a fetch renews it. Over another branch a lease is enough:
-- with it git refuses if somebody has pushed in the meantime.

--- severity = "ask"
--- commands = ["git push"]
--- message  = "This forces a push over {branch}{whose}. {advice}"
---
--- options.common = "main master trunk develop"   # branches that are everybody's, besides the default branch of origin

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The words that are no flags: the remote, and then what is pushed where.
operand (w, i) AS (SELECT w, row_number() OVER (ORDER BY i) FROM word WHERE w NOT GLOB '-*'),
target (branch, plus) AS (
  SELECT replace(substr(w, instr(w, ':') + 1), 'refs/heads/', ''), 0 FROM operand WHERE i > 1 AND w NOT GLOB '+*'
  UNION ALL
  SELECT replace(substr(ltrim(w, '+'), instr(ltrim(w, '+'), ':') + 1), 'refs/heads/', ''), 1 FROM operand WHERE i > 1 AND w GLOB '+*'
  UNION ALL
  SELECT coalesce(nullif(:default_branch, ''), 'main'), 0 WHERE EXISTS (SELECT 1 FROM word WHERE w IN ('--all', '--branches', '--mirror'))
  UNION ALL
  SELECT :branch, 0 WHERE NOT EXISTS (SELECT 1 FROM operand WHERE i > 1) AND :branch <> ''
),
said AS (
  SELECT iif(branch = 'HEAD', :branch, branch) AS branch,
         plus OR EXISTS (SELECT 1 FROM word WHERE w IN ('--force', '--mirror') OR w GLOB '-[a-zA-Z]*' AND instr(w, 'f')) AS plain,
         EXISTS (SELECT 1 FROM word WHERE w GLOB '--force-with-lease*') AS lease
  FROM   target
)
SELECT iif(branch = '' OR branch GLOB '*$*', 'a branch', '`' || branch || '`') AS branch,
       iif(common, ', which is everybody''s', ' without looking at what is there now') AS whose,
       iif(common, 'Push a new commit instead, or let your user do it.', 'Use --force-with-lease, which refuses if somebody else has pushed.') AS advice,
       iif(common, 'ask', 'warn') AS severity
FROM  (SELECT branch, plain, lease, branch <> '' AND (branch = :default_branch OR instr(' ' || :common || ' ', ' ' || branch || ' ')) AS common FROM said)
WHERE  (plain OR lease AND common) AND NOT EXISTS (SELECT 1 FROM word WHERE w IN ('--dry-run', '-n', '--help', '-h'))
ORDER  BY common DESC
LIMIT  1
