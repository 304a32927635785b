-- Commit only what you changed.
--
-- `git add -A`, `git add .` and `git commit -a` take in whatever is changed in the tree. Files that were changed before this
-- session began, and that it never touched, are somebody else's work in progress.

--- severity = "warn"
--- commands = ["git add", "git commit"]
--- repeat   = "once"
--- message  = "This takes in {file}, which {file:was|were} changed before this session began and which it never touched. Name the files that are yours."
--- gather   = "file"

SELECT DISTINCT d.value ->> 'file' AS file, :root AS subject
FROM   json_each(:dirty) d, taken_folders f, sessions s
WHERE  s.session = :session AND d.value ->> 'at' < s.started / 1000 - 5
  AND  substr(d.value ->> 'file', 1, length(f.prefix)) = f.prefix
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = :root || '/' || (d.value ->> 'file'))
