-- Commit only what you changed.
--
-- `git add -A`, `git add .` and `git commit -a` take in whatever is changed in the tree. Files that were changed before this
-- session began, and that it never touched, are somebody else's work in progress, and so is what another open session of this
-- checkout has changed within the last hour. Who orders everything to be committed means those, too.

--- severity = "warn"
--- commands = ["git add", "git commit"]
--- repeat   = "once"
--- message  = "This takes in {file}, which {file:was|were} changed {how} and which {who} never touched. Name the files that are yours."
--- gather   = "file"
---
--- says.how.before  = "before this session began"
--- says.how.session = "by another session"
--- says.who.before  = "it"
--- says.who.session = "this one"

WITH others (file, how) AS (
  SELECT dirty_files.file, 'before' FROM dirty_files WHERE dirty_files.old
  UNION
  SELECT f.file, 'session' FROM foreign_changes f WHERE f.session <> :session
)
SELECT o.file, min(o.how) AS how, min(o.how) AS who, :root AS subject
FROM   others o, taken_folders
WHERE  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'take all')
  AND  substr(o.file, 1, length(taken_folders.prefix)) = taken_folders.prefix
  AND  NOT EXISTS (SELECT 1 FROM own_changes c
                   WHERE  c.path = :root || '/' || o.file
                     AND  (o.how = 'before'
                           OR c.t > coalesce((SELECT l.t FROM last_commit l WHERE l.root = :root), -1)))
GROUP  BY o.file
