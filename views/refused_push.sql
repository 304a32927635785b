-- One row if the latest push of this session in the project has failed, and nothing was fetched since. `lease` is 1 if it
-- was forced with a lease, which fails if somebody else has pushed.

SELECT p.t, p.args GLOB '*--force-with-lease*' AS lease
FROM   ended_commands p
WHERE  p.session = :session AND p.t > :t - 200 AND p.t < :t AND p.root = :root
  AND  p.program = 'git push' AND p.outcome = 'failed'
  AND  NOT EXISTS (SELECT 1 FROM ended_commands l
                   WHERE  l.session = :session AND l.t > p.t AND l.t < :t AND l.root = :root AND l.outcome <> 'failed'
                     AND  l.program IN ('git push', 'git fetch', 'git pull', 'git remote'))
ORDER  BY p.t DESC
LIMIT  1
