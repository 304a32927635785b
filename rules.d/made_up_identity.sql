-- Push under a name that somebody has chosen.
--
-- Without a setting git makes up the author of a commit from the names of the user and the machine, and says so. Pushed, both
-- are public, and no account is connected with the commit. It is said once in a session: a project may live with it.

--- severity = "warn"
--- deeds    = ["pushes"]
--- repeat   = "once"
--- message  = "git has made up the author of the commit that this pushes, from the names of this user and this machine. Set `git config user.name` and `user.email`, then `git commit --amend --reset-author --no-edit`, or tell your user."

SELECT 'identity' AS subject
FROM   own_commits c
JOIN   labels l ON l.session = :session AND l.kind = 'warned' AND l.label = 'made_up_author' AND l.t = c.t
WHERE  c.root = :root
  AND  c.t > coalesce((SELECT p.t FROM last_push p WHERE p.root = :root), -1)
  AND  NOT EXISTS (SELECT 1 FROM own_commands a
                   WHERE  a.t > c.t AND a.root = :root AND a.program = 'git commit'
                     AND  instr(a.args, '--reset-author'))
LIMIT  1
