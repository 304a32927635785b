-- Do not clean away what git does not know.
--
-- `git clean -f` deletes every file that was never added, and with -x what is ignored, too: notes, data, local settings. No tool
-- brings these back. A dry run shows them first; then they can be deleted by name.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["git clean"]
--- message  = "`{text}` deletes {what}. Run `git clean -n{flags}` first, and delete by name what the task no longer needs."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     flags (f) AS (SELECT group_concat(substr(v, 2), '') FROM words WHERE v GLOB '-[a-zA-Z]*')
SELECT :text AS text,
       iif(f GLOB '*[xX]*', 'the files that git does not know, also those that it is told to ignore', 'the files that git does not know') AS what,
       iif(f GLOB '*d*', 'd', '') || iif(f GLOB '*x*', 'x', '') || iif(f GLOB '*X*', 'X', '') AS flags
FROM   flags
WHERE  (f GLOB '*f*' OR EXISTS (SELECT 1 FROM words WHERE v = '--force')) AND coalesce(f, '') NOT GLOB '*[ni]*'
  AND  NOT EXISTS (SELECT 1 FROM words WHERE v IN ('--dry-run', '--interactive') OR v NOT GLOB '-*' AND v NOT IN ('.', './', ':/')
                   AND coalesce((SELECT p.v FROM words p WHERE p.i = words.i - 1), '') NOT IN ('-e', '--exclude')) -- what is named was looked at
       -- A repository that this session has made, or that mktemp makes a folder for, is its own.
  AND  NOT EXISTS (SELECT 1 FROM folders d WHERE d.session = :session AND d.path = :root)
  AND  NOT (:dir = '?' AND instr(:command, 'mktemp') > 0)
       -- The same line has been tried dry in this session.
  AND  NOT EXISTS (SELECT 1 FROM ended_commands c WHERE c.session = :session AND c.t > :t - 100 AND c.program = 'git clean' AND c.root = :root AND (c.args GLOB '*"-*n*"*' OR c.args GLOB '*"--dry-run"*'))
