-- Commit only what you changed.
--
-- `git add -A`, `git add .` and `git commit -a` take in whatever is changed in the tree. Files that were changed before this
-- session began, and that it never touched, are somebody else's work in progress.

--- severity = "warn"
--- commands = ["git add", "git commit"]
--- repeat   = "once"
--- message  = "This takes in {file}, which {file:was|were} changed before this session began and which it never touched. Name the files that are yours."
--- gather   = "file"

SELECT DISTINCT dirty_files.file, :root AS subject
FROM   dirty_files, taken_folders
WHERE  dirty_files.old AND substr(dirty_files.file, 1, length(taken_folders.prefix)) = taken_folders.prefix
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = :root || '/' || dirty_files.file)
