-- Keep what tools leave behind out of commits.
--
-- git lists the new files of a commit: there are installed packages, caches of a tool or files of the system's file
-- manager among them. They differ on each machine, and stay in the history for everyone.

--- severity = "warn"
--- when     = ["after"]
--- commands = ["git commit"]
--- repeat   = "once"
--- gather   = "what"
--- message  = "This commit has taken in {what}. Take them out with `git rm -r --cached`, list them in .gitignore and amend the commit before you push."

SELECT CASE l.label WHEN 'new_packages' THEN 'installed packages'
                    WHEN 'new_caches' THEN 'what a tool builds or remembers'
                    ELSE 'files of the system''s file manager' END AS what,
       'leftovers' AS subject
FROM   labels l
WHERE  l.session = :session AND l.t = :t AND l.kind = 'warned'
  AND  l.label IN ('new_packages', 'new_caches', 'new_desktop')
