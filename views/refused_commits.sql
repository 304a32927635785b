-- The commits of this session that a hook of the client or of version control has refused, if none
-- was made in that project since. Where the client told how the last run of tests exited, a commit
-- that ended without a status was not carried out.

SELECT c.root, c.t
FROM   commands c INDEXED BY commands_of_commits
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = :session AND c.commits = 1 AND NOT c.background
  AND  (d.reason = 'refused by a hook'
        OR EXISTS (SELECT 1 FROM runs h
                   WHERE  h.session = c.session AND h.t = c.t AND h.origin = 'hook' AND h.outcome = 'fail')
        OR d.outcome = 'unknown' AND d.exit IS NULL AND d.reason = '' AND d.source = ''
           AND EXISTS (SELECT 1 FROM tally y
                       JOIN   events k ON k.session = y.session AND k.t = y.last_run AND k.moment = 'after'
                       WHERE  y.session = c.session AND y.root = c.root AND k.exit IS NOT NULL))
  AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                   JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after' AND e.outcome = 'ok'
                   WHERE  l.session = c.session AND l.commits = 1 AND l.root = c.root AND l.t > c.t)
