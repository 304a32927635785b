-- What the user's last orders asked for by a word that a command carries out, and what no command
-- of this session has done since: a commit, a push, or a command that the user named. `last` is how
-- that command ended when it last ran, '' if it did not run.

SELECT w.verb, iif(w.verb = 'run', w.object, 'git ' || w.verb) AS command, w.t,
       coalesce((SELECT c.outcome FROM ended_commands c
                 WHERE  c.session = :session AND c.t > w.t AND c.text = w.object ORDER BY c.t DESC LIMIT 1), '') AS last
FROM   sessions s
CROSS  JOIN words w ON w.session = s.session AND w.kind IN ('order', 'standing') AND w.t >= s.ordered
WHERE  s.session = :session
  AND  (w.verb IN ('commit', 'push') AND w.object = '' OR w.verb = 'run' AND w.object GLOB '* *')
  AND  NOT EXISTS (SELECT 1 FROM ended_commands c
                   WHERE  c.session = :session AND c.t > w.t AND c.outcome <> 'failed'
                     AND  CASE w.verb WHEN 'commit' THEN c.commits = 1
                                      WHEN 'push' THEN c.program IN ('git push', 'gh pr', 'jj git', 'glab')
                                      ELSE c.text = w.object END)
  AND  NOT EXISTS (SELECT 1 FROM words n
                   WHERE  n.session = :session AND n.verb = w.verb AND n.kind = 'negation' AND n.t >= w.t)
