-- The projects whose pile was tried or checked after its last edit, each with what did it (`how`:
-- test; check, by a linter, type checker or build; task) and its command: what ran since, a run
-- before it on the same line, what the user ran and pasted, or a hook of version control, which also
-- tries each commit if it runs tests. What runs in a project tries the repositories inside of it,
-- but not its worktrees.

SELECT y.root, iif(c.runner = '', 'task', iif(c.kind = 'test', 'test', 'check')) AS how, c.text AS by
FROM   tally y
CROSS  JOIN commands c ON c.session = y.session AND c.t > y.last_code AND c.t < :t AND NOT c.inert
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome <> 'denied'
WHERE  y.session = :session
  AND  (c.root = y.root OR c.dir = '?' OR substr(y.root, 1, length(c.root) + 1) = c.root || '/'
        AND substr(y.root, length(c.root) + 1) NOT GLOB '*worktree*')
  AND  (c.runner <> '' OR c.task <> '' AND NOT EXISTS (SELECT 1 FROM tidying_words w WHERE instr(c.task, w.word)))
UNION  ALL
SELECT y.root, iif(c.kind = 'test', 'test', 'check'), c.text
FROM   tally y
CROSS  JOIN commands c ON c.session = y.session AND c.t = :t AND c.n < :n AND NOT c.inert
WHERE  y.session = :session AND (c.root = y.root OR c.dir = '?')
  AND  (c.kind = 'test' OR c.runner <> '' AND c.n IN (SELECT value FROM json_each(:gates)))
UNION  ALL
SELECT y.root, h.kind, 'a hook of version control'
FROM   tally y
CROSS  JOIN runs h INDEXED BY runs_of_hooks ON h.session = y.session AND h.root = y.root AND h.origin = 'hook'
WHERE  y.session = :session AND (h.t > y.last_code OR :moment = 'before' AND h.kind = 'test')
UNION  ALL
SELECT y.root, 'test', 'the user'
FROM   tally y
CROSS  JOIN words w ON w.session = y.session AND w.verb = '' AND w.kind = 'passed' AND w.t > y.last_code
WHERE  y.session = :session
