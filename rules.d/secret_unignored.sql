-- Keep credentials out of what git takes.
--
-- git status lists a file that holds credentials: .gitignore does not name it, so the next `git add -A` takes it, or it is in the index
-- already. An agent whose settings lie in the project has its token there, too.

--- severity = "warn"
--- when     = ["after"]
--- commands = ["git status"]
--- repeat   = "once"
--- gather   = "name"
--- message  = "{name} may hold credentials, and git {state}"
---
--- says.state.untracked = "does not ignore {name:it|them}. Name what stays here in .gitignore before you add anything."
--- says.state.tracked   = "has {name:it|them}. `git rm --cached` and .gitignore keep it out of the next commit. Tell your user: if one with it was pushed, what it gives away has to be replaced."
---
--- options.leaves = ["*test*", "*fixture*", "*example*", "*sample*", "*template*"]   # globs of the paths of what is none

SELECT l.file AS name, iif(l.state = 'untracked', 'untracked', 'tracked') AS state, l.state AS subject
FROM   listed_changes l
WHERE  l.t = :t
  AND  EXISTS (SELECT 1 FROM json_each(:credentials) g
               WHERE  g.value ->> 'git' AND '/' || l.file GLOB '*/' || (g.value ->> 'glob'))
  AND  NOT EXISTS (SELECT 1 FROM json_each(:leaves) g WHERE l.file GLOB g.value)
