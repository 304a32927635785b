-- Do not delete what is outside of the project.
--
-- Nothing outside of the project is under its version control, and other projects and people use it. What this
-- session has made there, temporary folders and caches may go.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["rm", "find", "unlink", "shred", "truncate"]
--- message  = "`{text}` deletes {path}, which is outside of the project and was not made in this session. Leave it, or let the user decide."

WITH RECURSIVE
  words (i, v) AS (SELECT key, value FROM json_each(:args)),
  named (v) AS (
    SELECT v FROM words
    WHERE  CASE :program
             WHEN 'find' THEN
               i < (SELECT min(i) FROM words WHERE v GLOB '-[a-z]*') AND EXISTS (SELECT 1 FROM words WHERE v IN ('-delete', 'rm', 'shred', 'unlink'))
             WHEN 'truncate' THEN v NOT GLOB '-*' AND v GLOB '*/*'
             ELSE v NOT GLOB '-*'
           END),
  -- From the folder it runs in, upwards for each ../ of the name.
  walk (at, rest) AS (
    SELECT CASE WHEN v GLOB '/*' THEN '' ELSE rtrim(:root, '/') || CASE :dir WHEN '' THEN '' ELSE '/' || :dir END END, rtrim(CASE WHEN v GLOB './?*' THEN substr(v, 3) ELSE v END, '/')
    FROM   named
    WHERE  v NOT GLOB '$[?]*' AND v NOT GLOB '/$[?]*' AND (v GLOB '/*' OR :dir <> '?') AND :env NOT GLOB '*container=*'
    UNION ALL
    SELECT rtrim(rtrim(at, replace(at, '/', '')), '/'), substr(rest, 4) FROM walk WHERE rest = '..' OR rest GLOB '../*'
  ),
  targets (path) AS (
    SELECT CASE WHEN rest GLOB '/*' OR rest IN ('', '.') THEN at || CASE rest WHEN '.' THEN '' ELSE rest END ELSE at || '/' || rest END
    FROM   walk WHERE rest <> '..' AND rest NOT GLOB '../*'),
  -- The project of the session, and that of this call.
  projects (root) AS (
    SELECT root FROM sessions WHERE session = :session AND root <> ''
    UNION SELECT root FROM events WHERE session = :session AND t = :t AND root <> ''
    UNION SELECT :cwd)
SELECT :text AS text, coalesce(nullif(path, ''), '/') AS path
FROM   targets
WHERE  NOT EXISTS (SELECT 1 FROM projects WHERE substr(path || '/', 1, length(root) + 1) = root || '/')
  AND  path NOT GLOB '/tmp/?*' AND path NOT GLOB '/private/tmp/?*' AND path NOT GLOB '/var/tmp/?*' AND path NOT GLOB '/dev/shm/?*'
  AND  path NOT GLOB '/var/folders/*' AND path NOT GLOB '/private/var/folders/*'
  AND  path NOT GLOB '/[?]' AND path NOT GLOB '*/.cache/?*' AND path NOT GLOB '*/Caches/?*' AND path NOT GLOB '*/node_modules' AND path NOT GLOB '*/__pycache__' AND path NOT GLOB '*/.git/index.lock'
  AND  path NOT GLOB '/var/lib/apt/lists*' AND path NOT GLOB '/dev/*'
  -- Written by this session, or below a folder that it made.
  AND  NOT EXISTS (
         SELECT 1 FROM touches m
         WHERE  m.session = :session AND m.path >= targets.path AND m.path < targets.path || '0' -- '0' follows '/'
           AND  m.kind IN ('write', 'output') AND NOT m.on_disk AND m.outcome = 'ok'
           AND  (m.path = targets.path OR substr(m.path, 1, length(targets.path) + 1) = targets.path || '/'))
  AND  NOT EXISTS (
         SELECT 1 FROM commands c, json_each(c.args) w
         WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n)
           AND  (c.program IN ('mkdir', 'git clone', 'git worktree', 'gh repo', 'tar', 'unzip', 'touch')
                 OR c.program IN ('cp', 'mv', 'rsync', 'ln') AND w.key = json_array_length(c.args) - 1
                 OR w.key > 0 AND (c.args ->> (w.key - 1)) IN ('-o', '--out', '--output', '--outdir', '--out-dir', '--output-dir', '-d', '--target-dir'))
           AND  length(w.value) > 3
           AND  (substr(targets.path || '/', 1, length(rtrim(w.value, '/')) + 1) = rtrim(w.value, '/') || '/'
                 OR w.value NOT GLOB '/*' AND targets.path GLOB '*/' || replace(replace(rtrim(w.value, '/'), '../', ''), '[', '[[]')))
LIMIT  1
