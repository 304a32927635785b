-- The runs of tests and checks that others see: what ran, on which files, and how it ended. The tree is known only if no
-- file of it has changed since the run.
SELECT json_array(r.session, r.t, r.n) AS uid,
       r.root AS worktree,
       e.agent, r.session,
       CASE WHEN r.tree = w.value ->> 'changes' THEN w.value ->> 'branch' ELSE coalesce((SELECT h.branch FROM events h WHERE h.session = r.session AND h.t <= r.t AND h.root = r.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), '') END AS branch,
       CASE WHEN r.tree = w.value ->> 'changes' THEN w.value ->> 'head'   ELSE coalesce((SELECT h.head   FROM events h WHERE h.session = r.session AND h.t <= r.t AND h.root = r.root AND h.head <> '' ORDER BY h.t DESC LIMIT 1), '') END AS head,
       iif(r.tree = w.value ->> 'changes', w.value ->> 'tree', '') AS tree,
       r.tool, r.kind, r.program,
       json_array(r.program, r.dir, r.selection, r.variant, r.task, r.env) AS command,
       r.selection = '[]' AND r.dir = '' AS whole,
       r.outcome, r.passed, r.failed, r.complete, e.at
FROM   json_each(:ticks) n
CROSS JOIN runs r ON r.session = :session AND r.t = n.value
CROSS JOIN events e ON e.session = r.session AND e.t = r.t AND e.moment <> 'before' AND e.at >= :since
JOIN   json_each(:trees) w ON w.value ->> 'root' = r.root
WHERE  NOT r.stashed AND r.outcome <> 'unstarted'
