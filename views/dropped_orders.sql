-- What the user's last orders asked for by a word that a command carries out, and what no command
-- of this session has done since: a commit, a push, or a command that the user named, as it was named or with options
-- of its own; a run of tests with options may be a narrower one. `last` is how that command ended when it last ran,
-- '' if it did not run.

WITH orders AS (
  SELECT w.verb, w.object, w.t
  FROM   sessions s
  CROSS  JOIN words w ON w.session = s.session AND w.kind IN ('order', 'standing') AND w.t >= s.ordered
  WHERE  s.session = :session
    AND  (w.verb IN ('commit', 'push') AND w.object = '' OR w.verb = 'run' AND w.object GLOB '* *')
),
tried (t, verb, object, at, outcome) AS (
  SELECT o.t, o.verb, o.object, c.t, c.outcome
  FROM   orders o
  JOIN   ended_commands c ON c.session = :session AND c.t > o.t
  WHERE  CASE o.verb WHEN 'commit' THEN c.commits = 1
                     WHEN 'push' THEN c.program IN ('git push', 'gh pr', 'jj git', 'glab')
                     ELSE c.text = o.object
                          OR c.runner = ''
                             AND o.object = c.program || (SELECT coalesce(group_concat(' ' || a.value, ''), '')
                                                          FROM   json_each(c.args) a WHERE a.value NOT GLOB '-*') END
)
SELECT o.verb, iif(o.verb = 'run', o.object, 'git ' || o.verb) AS command, o.t,
       coalesce((SELECT r.outcome FROM tried r
                 WHERE  r.t = o.t AND r.verb = o.verb AND r.object = o.object ORDER BY r.at DESC LIMIT 1), '') AS last
FROM   orders o
WHERE  NOT EXISTS (SELECT 1 FROM tried r
                   WHERE  r.t = o.t AND r.verb = o.verb AND r.object = o.object AND r.outcome <> 'failed')
  AND  NOT EXISTS (SELECT 1 FROM words n
                   WHERE  n.session = :session AND n.verb = o.verb AND n.kind = 'negation' AND n.t >= o.t)
