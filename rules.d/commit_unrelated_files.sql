-- Commit only what you changed.
--
-- `git add -A`, `git add .` and `git commit -a` take in whatever is changed in the tree. Files that were changed before this
-- session began, and that it never touched, are somebody else's work in progress.

--- severity = "warn"
--- commands = ["git add", "git commit"]
--- repeat   = "once"
--- message  = "This takes in {files}, which {was} changed before this session began and which it never touched. Name the files that are yours."

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The words that are the value of a flag, such as a message.
text (i) AS (SELECT i + 1 FROM word WHERE w GLOB '-*[mFCct]' AND w NOT GLOB '--*' OR w IN ('--message', '--file', '--author', '--date')),
place (p) AS (SELECT iif(:dir IN ('', '?'), '', :dir || '/')),
-- The folders that are taken in, as the beginnings of paths.
folder (p) AS (
  SELECT '' WHERE EXISTS (SELECT 1 FROM word WHERE :program = 'git commit' AND i NOT IN (SELECT i FROM text) AND (w = '--all' OR w GLOB '-[a-z]*' AND w NOT GLOB '-[mFCct]*' AND instr(substr(w || 'm', 1, instr(w || 'm', 'm')), 'a')))
               OR EXISTS (SELECT 1 FROM word WHERE :program = 'git add' AND w IN ('-A', '--all', '-u', '--update', ':/'))
                  AND NOT EXISTS (SELECT 1 FROM word WHERE w NOT GLOB '-*' AND w NOT IN ('.', ':/'))
  UNION ALL
  SELECT place.p FROM place, word WHERE :program = 'git add' AND w IN ('.', './', '*')
),
other (file) AS (
  SELECT DISTINCT d.value ->> 'file'
  FROM   json_each(:dirty) d, folder f, sessions s
  WHERE  s.session = :session AND d.value ->> 'at' < s.started / 1000 - 5
    AND  substr(d.value ->> 'file', 1, length(f.p)) = f.p
    AND  NOT EXISTS (SELECT 1 FROM touches e WHERE e.session = :session AND e.path = :root || '/' || (d.value ->> 'file') AND e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.outcome = 'ok')
)
SELECT iif(count(*) > 3, count(*) || ' files, among them ' || min(file), group_concat(file, ', ')) AS files, iif(count(*) = 1, 'was', 'were') AS was, :root AS subject
FROM   other
HAVING count(*) > 0
