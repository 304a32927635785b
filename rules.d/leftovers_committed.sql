-- Keep what tools leave behind out of commits.
--
-- git lists the new files of a commit: there are installed packages, caches of a tool or files of the system's file
-- manager among them. They differ on each machine, and stay in the history for everyone.

--- severity = "warn"
--- when     = ["after"]
--- commands = ["git commit"]
--- repeat   = "once"
--- gather   = "label"
--- message  = "This commit has taken in {label}. Take them out with `git rm -r --cached`, list them in .gitignore and amend the commit before you push."
---
--- says.label.new_packages = "installed packages"
--- says.label.new_caches   = "what a tool builds or remembers"
--- says.label.new_desktop  = "files of the system's file manager"

SELECT l.label, 'leftovers' AS subject
FROM   labels l
WHERE  l.session = :session AND l.t = :t AND l.kind = 'warned'
  AND  l.label IN ('new_packages', 'new_caches', 'new_desktop')
