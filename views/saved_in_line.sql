-- The parts of the project's changes that the commands before this one on its line save, in a commit or on the stash:
-- those in `folder`, which is a file, a folder or a glob, or everything if that is ''. A command that failed has saved
-- nothing, as in git stash || git reset --hard. A commit saves what is staged, what the line adds before it, and what
-- it names; everything if that is not known.

WITH before AS (
  SELECT c.*, iif(c.dir IN ('', '?'), '', c.dir || '/') AS below
  FROM   commands c
  WHERE  c.session = :session AND c.t = :t AND c.n < :n AND c.root = :root
    AND  c.n NOT IN (SELECT value FROM json_each(:failed))
),
saves AS (
  SELECT * FROM before WHERE commits AND program GLOB '* commit'
                          OR program = 'git stash' AND coalesce(args ->> 0, 'push')
                                                       NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear')
)
SELECT n, program, text, '' AS folder
FROM   saves
WHERE  program <> 'git commit' OR :staged IS NULL
  OR   EXISTS (SELECT 1 FROM json_each(args) w WHERE w.value = '--all' OR w.value GLOB '-[^-]*' AND instr(w.value, 'a'))
UNION  ALL
SELECT s.n, s.program, s.text, v.value ->> 'file' FROM saves s, json_each(:staged) v
UNION  ALL
SELECT s.n, s.program, s.text, s.below || w.value
FROM   saves s, json_each(s.args) w
WHERE  s.program = 'git commit' AND w.value NOT GLOB '-*'
UNION  ALL
SELECT s.n, s.program, s.text, iif(w.value IN ('-A', '--all', '-u', '--update', '.', ':/'), '', a.below || w.value)
FROM   before a
JOIN   saves s ON s.n > a.n, json_each(a.args) w
WHERE  a.program = 'git add'
