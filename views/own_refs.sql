-- The names of the branches, tags and worktrees that this session has made or pushed, or makes earlier on this line.

SELECT a.value AS name
FROM   commands c
CROSS  JOIN json_each(c.args) a
WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n)
  AND  (c.program IN ('git tag', 'git push') OR c.program = 'git worktree' AND c.args ->> 0 = 'add'
        OR c.program IN ('git checkout', 'git switch', 'git branch') AND c.args GLOB '*"-[bBcC]"*'
        OR c.program = 'git branch' AND c.args NOT GLOB '*"-*')
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-d', '-D', '--delete'))
