-- Take back a commit that has taken in a secret.
--
-- git lists the new files of a commit: one holds credentials, or is what a coding agent has written down of its sessions, with
-- all that their commands printed. As long as it is not pushed, the commit can be made again without it.

--- severity = "warn"
--- when     = ["after"]
--- commands = ["git commit"]
--- repeat   = "once"
--- message  = "This commit has taken in {what}. {advice}"

SELECT iif(l.label = 'new_credentials', 'a file that holds credentials',
           'what a coding agent writes down of its sessions') AS what,
       iif(EXISTS (SELECT 1 FROM commands p
                   WHERE  p.session = :session AND p.t = :t AND p.n > :n AND p.program = 'git push'),
           'It is pushed: tell your user now, who has to change what it gives away.',
           'Take it out with `git rm --cached`, list it in .gitignore and amend the commit before you push.') AS advice,
       l.label AS subject
FROM   labels l
WHERE  l.session = :session AND l.t = :t AND l.kind = 'warned'
  AND  l.label IN ('new_credentials', 'new_conversations')
