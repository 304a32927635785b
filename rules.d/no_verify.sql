-- Do not skip the checks of a commit.
--
-- The hooks of a repository are there to keep mistakes out, and a commit or push that skips them hands these on.
-- What they report is to be fixed; if that is impossible, it is the user who decides to do without them.

--- severity = "ask"
--- commands = ["git commit", "git push", "git merge", "git rebase", "git am", "git cherry-pick", "git revert", "git config", "pre-commit uninstall", "lefthook", "husky"]
--- message  = "{how} skips the checks that this repository runs {when}. Fix what they report, or let your user decide to do without them."

WITH setting (value) AS (
  -- A name without a value only reads.
  SELECT (SELECT v.value FROM json_each(:args) v WHERE v.key = n.key + 1) FROM json_each(:args) n WHERE :program = 'git config' AND lower(n.value) = 'core.hookspath'
)
SELECT CASE WHEN :program = 'git config' THEN 'Setting core.hooksPath' WHEN :program GLOB 'git *' THEN '`' || :skips_hooks || '`' ELSE '`' || :text || '`' END AS how,
       iif(:program = 'git push', 'before a push', 'on a commit') AS "when"
WHERE  CASE WHEN :program = 'pre-commit uninstall' THEN 1 WHEN :program IN ('lefthook', 'husky') THEN :args ->> 0 = 'uninstall' WHEN :program = 'git config' THEN EXISTS (SELECT 1 FROM setting WHERE value IS NOT NULL AND value NOT GLOB '*.husky*' AND value NOT IN ('.githooks', 'hooks', '.hooks')) ELSE :skips_hooks <> '' END
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('--dry-run', '--help', '-h', '--get', '--get-all', '--list', '-l', '--unset', '--unset-all'))
