-- The latest commit of this session in each project: one that was made, or one before this command
-- on its line.

SELECT c.root, max(c.t) AS t
FROM   commands c INDEXED BY commands_of_commits
WHERE  c.session = :session AND c.commits = 1
  AND  (c.t = :t AND c.n < :n
        OR EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = c.session AND d.t = c.t AND d.moment = 'after'
                     AND  d.outcome NOT IN ('failed', 'denied')))
GROUP  BY c.root
