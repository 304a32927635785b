-- The merges, rebases and the like that stopped, as at a conflict, if no command that makes a commit has run in the project since.

SELECT c.session, c.root, c.t, c.program
FROM   commands c INDEXED BY commands_of_commits
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.commits = 1 AND c.program NOT GLOB '* commit' AND (d.exit <> 0 OR d.outcome = 'failed')
  AND  NOT EXISTS (SELECT 1 FROM commands l INDEXED BY commands_of_commits
                   JOIN   events e ON e.session = l.session AND e.t = l.t AND e.moment = 'after'
                   WHERE  l.session = c.session AND l.commits = 1 AND l.root = c.root AND (l.t, l.n) > (c.t, c.n))
