-- When this session has put something on the stash by an earlier call, in any worktree: seconds since 1970, with some to spare.

SELECT min(v.at) / 1000 - 5 AS began, max(v.at) / 1000 + 5 AS ended
FROM   commands c
CROSS  JOIN events v ON v.session = :session AND v.t = c.t
WHERE  c.session = :session AND c.t > :t - 5000 AND c.t < :t AND c.program = 'git stash'
  AND  coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear', 'branch')
GROUP  BY c.t
