-- Stay in the project that the task is about.
--
-- A session began in one project and now changes a file of another one. It is told once for each project; one that the
-- session made, or that the agent has changed to by `cd`, is meant. Another checkout of the same repository is
-- other_checkout's.

--- severity = "warn"
--- pack     = "sessions"
--- tools    = ["edit", "write"]
--- paths    = ["/**", "?:/**"]   # outside of the project that the agent is in
--- repeat   = "once"
--- message  = "{file} is in {other}, which is not part of its project. This session works in {root}. Change the file there, or tell your user why it has to be this one."
---
--- options.also = ["*/.claude*/*", "*/.codex/*", "*/.gemini/*", "*/.config/*"]   # absolute globs of other files that it may change: here, where clients keep plans and memory

SELECT :file AS file, :root AS other, s.root AS root, :root AS subject
FROM   sessions s
WHERE  s.session = :session AND s.root <> '' AND :root NOT IN ('', s.root)
  AND  substr(:path, 1, length(s.root) + 1) <> s.root || '/' AND :class <> 'scratch'
  AND  (:repository = '' OR :repository <> :cwd_repository)
  AND  NOT EXISTS (SELECT 1 FROM json_each(:also) a WHERE :path GLOB a.value)
  AND  NOT EXISTS (SELECT 1 FROM folders m WHERE m.session = :session AND m.path = :root)
  AND  NOT EXISTS (SELECT 1 FROM mentioned)
