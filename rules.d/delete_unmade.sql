-- Do not delete whole folders that this session did not make.
--
-- A recursive deletion also takes what is ignored, staged or not yet added, and no tool brings that back. What the
-- session has made may go, and so may what a build or an installation makes again (`again`).

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["rm", "find", "shred", "truncate"]
--- message  = "`{text}` deletes {what}, which this session did not make. Look at what is in it, and delete by name what the task no longer needs."
---
--- options.again = ["node_modules", "dist", "build", "out", "target", "bin", "obj", "coverage", "htmlcov", "tmp", "temp", "log", "logs", "venv", "env", "vendor", "Pods", "DerivedData", "__pycache__", "bower_components", "site-packages", "test-results", "playwright-report", "storybook-static", "_build", "deps", "public/build", "result", "results", "output", "scratch"]   # folders that can be made again

WITH
  words (i, v) AS (SELECT key, value FROM json_each(:args)),
  named (v) AS (
    SELECT CASE WHEN v = './' THEN '.' WHEN v GLOB './?*' THEN substr(rtrim(v, '/'), 3) ELSE rtrim(v, '/') END FROM words
    WHERE  CASE :program
             WHEN 'rm' THEN
               v NOT GLOB '-*' AND EXISTS (SELECT 1 FROM words WHERE v GLOB '-[a-zA-Z]*' AND v GLOB '*[rR]*' OR v = '--recursive')
             WHEN 'find' THEN
               i < coalesce((SELECT min(i) FROM words WHERE v GLOB '-[a-z]*'), 1)
               AND EXISTS (SELECT 1 FROM words WHERE v IN ('-delete', 'rm', 'shred'))
               AND NOT EXISTS (SELECT 1 FROM words n JOIN words p ON p.i = n.i + 1
                               WHERE n.v IN ('-name', '-iname', '-path', '-regex', '-wholename')
                                 AND (p.v GLOB '*.pyc' OR p.v GLOB '*.py[[]*' OR p.v GLOB '*.log*' OR p.v GLOB '*.tmp' OR p.v GLOB '*.bak' OR p.v GLOB '*~' OR p.v GLOB '*.o'
                                      OR p.v GLOB '*.orig' OR p.v GLOB '*.rej' OR p.v GLOB '*.DS_Store' OR p.v GLOB '*__pycache__*' OR p.v GLOB '*node_modules*'
                                      OR p.v GLOB '*.class' OR p.v GLOB '*.sw[op]' OR p.v GLOB '*.tsbuildinfo' OR p.v GLOB '._[*]' OR p.v GLOB '*cache*'))
               AND NOT EXISTS (SELECT 1 FROM words WHERE v = '-empty')
             WHEN 'shred' THEN v NOT GLOB '-*'
             ELSE v NOT GLOB '-*' AND i > 0 AND v NOT GLOB '[0-9]*' AND v NOT GLOB '*.log' AND v NOT GLOB '*.out'
           END),
  -- Inside of the project, and relative to the folder it runs in.
  targets (v, path) AS (
    SELECT r, CASE WHEN r GLOB '/*' THEN r ELSE :root || CASE :dir WHEN '' THEN '' ELSE '/' || :dir END || '/' || r END
    FROM  (SELECT CASE WHEN substr(v, 1, length(:root) + 1) = :root || '/' THEN substr(v, length(:root) + 2) WHEN v = :root THEN '.' ELSE v END AS r FROM named)
    WHERE r <> '' AND r NOT GLOB '$[?]*' AND r NOT GLOB '/*' AND r NOT GLOB '~*' AND r <> '..' AND r NOT GLOB '../*' AND r NOT GLOB '.git' AND r NOT GLOB '.git/*')
SELECT :text AS text, CASE v WHEN '.' THEN 'all files of the folder' WHEN '*' THEN 'all files of the folder' ELSE v END AS what
FROM   targets
WHERE  :dir <> '?' AND :env NOT GLOB '*container=*'
  -- Another folder of this kind is for trying something out.
  AND  (path NOT GLOB '/tmp/*' AND path NOT GLOB '/private/tmp/*' OR :root = (SELECT root FROM sessions WHERE session = :session))
  AND  NOT EXISTS (
         SELECT 1 FROM json_each(:again) g
         WHERE  '/' || v || '/' GLOB '*/' || g.value || '/*' OR '/' || v GLOB '*/' || g.value || '[-_]*')
  -- A hidden folder is a tool's, but for those that people write.
  AND  NOT (replace(v, rtrim(v, replace(v, '/', '')), '') GLOB '.?*' AND v NOT IN ('.github', '.vscode', '.claude', '.husky', '.circleci', '.env', '.config'))
  AND  v NOT GLOB '*.egg-info' AND v NOT GLOB '*cache*' AND v NOT GLOB '*tmp*' AND v NOT GLOB '*temp*' AND v NOT GLOB '*generated*' AND v NOT GLOB '*lock*'
  AND  NOT EXISTS (
         SELECT 1 FROM touches m
         WHERE  m.session = :session AND m.path >= targets.path AND m.path < targets.path || '0' -- '0' follows '/'
           AND  m.kind IN ('write', 'output') AND NOT m.on_disk AND m.outcome = 'ok' AND v NOT IN ('.', '*')
           AND  (m.path = targets.path OR substr(m.path, 1, length(targets.path) + 1) = targets.path || '/'))
  AND  NOT EXISTS (
         SELECT 1 FROM commands c, json_each(c.args) w
         WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n) AND v NOT IN ('.', '*')
           AND  (c.program IN ('mkdir', 'git clone', 'git worktree', 'gh repo', 'tar', 'unzip', 'touch')
                 OR c.program IN ('cp', 'mv', 'rsync', 'ln') AND w.key = json_array_length(c.args) - 1
                 OR w.key > 0 AND (c.args ->> (w.key - 1)) IN ('-o', '--out', '--output', '--outdir', '--out-dir', '--output-dir', '-d', '--target-dir'))
           -- The folder itself or one above it; or it was made with a folder in it.
           AND  (substr(targets.v || '/', 1, length(rtrim(CASE WHEN w.value GLOB './?*' THEN substr(w.value, 3) ELSE w.value END, '/')) + 1) = rtrim(CASE WHEN w.value GLOB './?*' THEN substr(w.value, 3) ELSE w.value END, '/') || '/'
                 OR substr(targets.path || '/', 1, length(rtrim(w.value, '/')) + 1) = rtrim(w.value, '/') || '/'
                 OR substr(w.value, 1, length(targets.v) + 1) = targets.v || '/' AND c.program = 'mkdir'))
LIMIT  1
