-- The changes of files that others see: which file, how, when, and on which branch.
--
-- The parameters of all files here: :session; :ticks, a JSON array of its calls that have ended; :seen, these and those
-- that have begun; :since, milliseconds since 1970; :trees, the working trees of the repository as they are now, a JSON array of objects with root, branch, head,
-- changes (trees.changes) and tree. What leaves the machine of `uid`, `run`, `session` and `command` is a hash, and of
-- `worktree` the last folder.
SELECT json_array(x.session, x.t, x.path, x.actor, x.kind) AS uid,
       x.root AS worktree,
       e.agent, x.session,
       coalesce((SELECT h.branch FROM events h WHERE h.session = x.session AND h.t <= x.t AND h.root = x.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), w.value ->> 'branch') AS branch,
       coalesce((SELECT h.head   FROM events h WHERE h.session = x.session AND h.t <= x.t AND h.root = x.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), w.value ->> 'head') AS head,
       x.file, x.kind, x.class, e.at
FROM   json_each(:ticks) n
CROSS JOIN touches x INDEXED BY touches_in_order ON x.session = :session AND x.t = n.value
CROSS JOIN events e ON e.session = x.session AND e.t = x.t AND e.moment <> 'before' AND e.at >= :since
JOIN   json_each(:trees) w ON w.value ->> 'root' = x.root
WHERE  x.kind IN ('edit', 'write', 'delete', 'rewrite') AND x.outcome = 'ok' AND x.via <> 'elsewhere' AND x.manner <> 'same'
