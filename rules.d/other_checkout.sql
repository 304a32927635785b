-- Change the checkout that this session works in.
--
-- With worktrees the same file is there twice, and an edit in the wrong one is lost, or hits somebody else's work. A path
-- that was taken from notes or from another agent names the main checkout. It is told once for each checkout. The rule is
-- silent if the session made the checkout, the agent has changed to it with `cd`, or the user has named it. It is also silent about
-- commands of a shell: there a path may be relative, so an absolute one was chosen, while a client's tools take absolute paths only.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- paths    = ["/**", "?:/**"]   # outside of the project that the agent is in
--- repeat   = "once"
--- message  = "{file} is in {other}, another checkout of the same repository. This session works in {root}. Change the file there, or tell your user why it has to be this one."
---
--- options.also = [".claude/*", ".codex/*", ".gemini/*", ".cursor/*"]   # globs of files of a checkout that it may change: where clients keep plans and settings

SELECT :file AS file, :root AS other, s.root AS root, :root AS subject
FROM   sessions s
WHERE  :via = 'tool' AND s.session = :session AND s.root <> '' AND :root NOT IN ('', s.root)
  AND  substr(:path, 1, length(s.root) + 1) <> s.root || '/' AND :class <> 'scratch'
  AND  :repository <> '' AND :repository = :cwd_repository
  AND  NOT EXISTS (SELECT 1 FROM json_each(:also) a WHERE :file GLOB a.value)
  AND  NOT EXISTS (SELECT 1 FROM folders m WHERE m.session = :session AND m.path = :root)
  AND  NOT EXISTS (SELECT 1 FROM mentioned)
