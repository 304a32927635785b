-- Do not skip the checks of a commit.
--
-- The hooks of a repository are there to keep mistakes out, and a commit or push that skips them hands these on.
-- What they report is to be fixed; if that is impossible, it is the user who decides to do without them.

--- severity = "ask"
--- commands = ["git commit", "git push", "git merge", "git rebase", "git am", "git cherry-pick", "git revert", "git config"]
--- message  = "{how} skips the checks that this repository runs {when}. Fix what they report, or let your user decide to do without them."

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The words that are the value of a flag, such as a message.
text (i) AS (SELECT i + 1 FROM word WHERE w GLOB '-*[mFCct]' AND w NOT GLOB '--*' OR w IN ('--message', '--file', '--author', '--date')),
-- The words after the first one that is not an option of git config: a name without a value only reads.
setting (name, value) AS (
  SELECT lower(n.w), v.w
  FROM   word n LEFT JOIN word v ON v.i = n.i + 1
  WHERE  :program = 'git config' AND lower(n.w) = 'core.hookspath'
)
SELECT CASE WHEN EXISTS (SELECT 1 FROM word WHERE w IN ('--no-verify', '--no-verif', '--no-veri')) THEN '`--no-verify`'
            WHEN :program = 'git commit' AND EXISTS (SELECT 1 FROM word WHERE (w GLOB '-n*' OR w GLOB '-[aevqsp]n*' OR w GLOB '-[aevqsp][aevqsp]n*') AND i NOT IN (SELECT i FROM text)) THEN '`-n`'
            WHEN EXISTS (SELECT 1 FROM setting) THEN 'Setting core.hooksPath'
            WHEN lower(:text) GLOB '*-c core.hookspath=*' OR lower(:text) GLOB '*--config-env=core.hookspath=*' THEN '`core.hooksPath`'
            ELSE (SELECT '`' || value || '`' FROM json_each(:env) WHERE value IN ('HUSKY=0', 'HUSKY_SKIP_HOOKS=1', 'HUSKY_SKIP_HOOKS=true', 'LEFTHOOK=0', 'LEFTHOOK=false', 'PRE_COMMIT_ALLOW_NO_CONFIG=1', 'OVERCOMMIT_DISABLE=1') OR value GLOB 'SKIP=?*' LIMIT 1)
       END AS how,
       iif(:program = 'git push', 'before a push', 'on a commit') AS "when"
WHERE  how IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w IN ('--dry-run', '--help', '-h', '--get', '--get-all', '--list', '-l', '--unset', '--unset-all'))
  AND  (:program <> 'git config' OR EXISTS (SELECT 1 FROM setting WHERE value IS NOT NULL AND value NOT GLOB '*.husky*' AND value NOT IN ('.githooks', 'hooks', '.hooks')))
