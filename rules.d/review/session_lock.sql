-- One worker at a time in a working tree.
--
-- Before its first edit a session asks whether another one has edited files of this tree, is open and made a call within the
-- last `minutes`; a lock that nobody refreshed for longer is stale. A session that has edited here
-- itself, after its user agreed, is not asked again. Worktrees of one repository are trees of their own.

--- severity = "ask"
--- pack     = "review"
--- tools    = ["edit", "write"]
--- message  = "Another session ({agent}) works in this tree and made its last call {ago} {ago:minute|minutes} ago. Wait until it has ended, or work in a worktree: git worktree add."
---
--- options.minutes = 30   # how long ago the other session's last call may be

SELECT s.agent, max((:now - last.at) / 60000, 1) AS ago
FROM   sessions s
JOIN   tally y ON y.session = s.session AND y.root = s.root AND y.last_edit IS NOT NULL
JOIN   events last ON last.session = s.session AND last.t = (SELECT max(t) FROM events e WHERE e.session = s.session)
WHERE  s.root = :root AND :root <> '' AND s.session <> :session AND s.ended IS NULL
  AND  last.at > :now - :minutes * 60000
  AND  NOT EXISTS (SELECT 1 FROM tally m WHERE m.session = :session AND m.root = :root AND m.last_edit IS NOT NULL)
ORDER  BY last.at DESC
LIMIT  1
