-- Take back a commit that has taken in a secret.
--
-- git lists the new files of a commit. One of them holds credentials, or is a coding agent's record of its sessions,
-- with everything that their commands printed. As long as the commit is not pushed, it can be made again without that
-- file. `git rm --cached` takes the file out of the index, but not out of earlier commits.

--- severity = "warn"
--- when     = ["after"]
--- commands = ["git commit", "git rm"]
--- repeat   = "once"
--- message  = "{label} {advice}"
---
--- says.label.new_credentials     = "This commit has taken in a file that holds credentials."
--- says.label.new_conversations   = "This commit has taken in what a coding agent writes down of its sessions."
--- says.label.removed_credentials = "The commits before this one still have a file that holds credentials."
--- says.advice.removed            = "If one of them was pushed, tell your user now, who has to replace what it gives away."
--- says.advice.pushed             = "It is pushed: tell your user now, who has to change what it gives away."
--- says.advice.here               = "Take it out with `git rm --cached`, list it in .gitignore and amend the commit before you push."

SELECT l.label, l.label AS subject,
       CASE WHEN l.label = 'removed_credentials' THEN 'removed'
            WHEN EXISTS (SELECT 1 FROM commands p
                         WHERE  p.session = :session AND p.t = :t AND p.n > :n AND p.program = 'git push') THEN 'pushed'
            ELSE 'here' END AS advice
FROM   labels l
WHERE  l.session = :session AND l.t = :t AND l.kind = 'warned'
  AND  CASE :program WHEN 'git commit' THEN l.label IN ('new_credentials', 'new_conversations')
                     ELSE l.label = 'removed_credentials' END
  AND  NOT (:program = 'git rm' AND EXISTS (SELECT 1 FROM added_files a WHERE a.session = :session AND a.root = :root
              AND  a.t > coalesce((SELECT max(o.t) FROM own_commits o WHERE o.root = :root), 0)))
