-- Do not skip the checks of a commit.
--
-- The hooks of a repository are there to keep mistakes out, and a commit or push that skips them hands these on. What
-- they report is to be fixed; if that is impossible, it is the user who decides to do without them.

--- severity = "ask"
--- commands = ["git commit", "git push", "git merge", "git rebase", "git am", "git cherry-pick", "git revert", "git config", "pre-commit uninstall", "lefthook", "husky"]
--- message  = "`{how}` skips the checks that this repository runs {when}. Fix what they report, or let your user decide to do without them."

SELECT :skips_hooks AS how, iif(:program = 'git push', 'before a push', 'on a commit') AS "when"
WHERE  :skips_hooks <> '' AND :flags ->> 'dry-run' IS NULL AND :flags ->> 'help' IS NULL
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'skip hooks')
