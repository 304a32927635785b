-- Do not edit what another session is editing.
--
-- Another session has changed the file and has not ended. In the same working tree two agents overwrite each other's
-- work, or commit it half done, until one of them commits. In another worktree of the repository, or on another machine of the
-- fleet, both changes will have to be merged.

--- severity = "warn"
--- pack     = "fleet"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "Another session ({agent}, {place}) changed {file} {ago} ago. {open} Leave the file to it, or let your user decide who goes on."
---
--- says.open.here  = "It has not committed it."
--- says.open.apart = "Both changes will have to be merged."
---
--- options.minutes = 60   # how long ago a change in the same working tree counts
--- options.apart   = 10   # the same for a change in another worktree or on another machine, in minutes

SELECT :file AS file, e.agent, :path || ' ' || e.session AS subject,
       iif(:now - e.at < 60000, max((:now - e.at) / 1000, 0) || ' s', ((:now - e.at) / 60000) || ' min') AS ago,
       iif(e.machine <> '', e.machine, e.worktree) || iif(e.branch <> '', ':' || e.branch, '') AS place,
       iif(e.path = :path, 'here', 'apart') AS open
FROM  (-- The view team_edits, as far as it is needed: the rule is compiled before each edit, and so in half the time.
       SELECT d.session, s.agent, '' AS machine, d.root AS worktree, iif(d.root = s.root, s.branch, '') AS branch,
              d.path, d.t, d.at, s.ended
       FROM   editors d
       JOIN   sessions s ON s.session = d.session
       WHERE  d.file = :file AND d.actor <> '*' AND d.session <> :session
       UNION  ALL
       SELECT f.session, f.agent, f.machine, f.worktree, f.branch, '', NULL, f.at, NULL
       FROM   fleet_touches f WHERE f.file = :file) e
WHERE  :others AND e.ended IS NULL AND :kind IN ('edit', 'write')
  AND  (e.path = :path AND e.at > :now - :minutes * 60000
          AND NOT EXISTS (SELECT 1 FROM commands c INDEXED BY commands_of_commits
                          WHERE  c.session = e.session AND c.commits = 1 AND c.t > e.t)
        OR e.path <> :path AND e.at > :now - :apart * 60000 AND EXISTS (SELECT 1 FROM sessions o WHERE o.root = :root)
          AND (e.machine <> '' OR EXISTS (SELECT 1 FROM sessions o WHERE o.root = e.worktree)))
ORDER  BY e.at DESC
LIMIT  1
