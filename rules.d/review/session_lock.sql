-- One worker at a time in a working tree.
--
-- Before its first edit a session asks whether another one has edited files of this tree, is open and made a call within the
-- last `minutes`; a lock that nobody refreshed for longer is stale. A session that has edited here
-- itself, after its user agreed, is not asked again. Worktrees of one repository are trees of their own.

--- severity = "ask"
--- pack     = "review"
--- tools    = ["edit", "write"]
--- message  = "Another session ({agent}) works in this tree and made its last call {ago}. Wait until it has ended, or work in a worktree: git worktree add."
---
--- options.minutes = 30   # how long ago the other session's last call may be

WITH other (agent, at) AS MATERIALIZED (
  SELECT s.agent, (SELECT at FROM events WHERE session = s.session ORDER BY t DESC LIMIT 1)
  FROM   sessions s
  JOIN   tally y ON y.session = s.session AND y.root = s.root AND y.last_edit IS NOT NULL
  WHERE  s.root = :root AND :root <> '' AND s.session <> :session AND s.ended IS NULL
    AND  NOT EXISTS (SELECT 1 FROM tally m WHERE m.session = :session AND m.root = :root AND m.last_edit IS NOT NULL)
)
SELECT agent, iif(:now - at < 120000, 'a minute ago', ((:now - at) / 60000) || ' minutes ago') AS ago
FROM   other
WHERE  at > :now - :minutes * 60000
ORDER  BY at DESC
LIMIT  1
