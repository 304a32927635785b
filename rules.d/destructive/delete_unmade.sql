-- Do not delete whole folders that this session did not make.
--
-- A recursive deletion also takes what is ignored, staged or not yet added, and no tool brings that back. What the
-- session has made may go, and so may what a build, an installation or a tool makes again (`again`).

--- severity = "ask"
--- pack     = "destructive"
--- deeds    = ["destroys"]
--- message  = "`{text}` {does} {what}, which this session is not known to have made. Look at what is in it, and delete by name what the task no longer needs."
---
--- says.what.file         = "{file}"
--- says.what.file_only    = "all {only} in {file}"
--- says.what.project      = "all files of the project"
--- says.what.project_only = "all {only} in the project"
---
--- options.again = ["node_modules", "dist", "build", "out", "target", "bin", "obj", "coverage", "htmlcov", "log", "logs", "venv", "env", "vendor", "Pods", "DerivedData", "bower_components", "site-packages", "test-results", "playwright-report", "storybook-static", "_build", "deps", "result", "results", "output", "scratch", "*cache*", "*tmp*", "*temp*", "*generated*", "*lock*", "*.egg-info", "*.log", "*.out", "*.bak", "*.orig", "*.rej", "*.pyc", "*.class", "*.o", "*~", "*.sw[op]", "*.tsbuildinfo", "._*", ".DS_Store", "Thumbs.db"]   # globs of the names of what can be made again
--- options.kept  = [".github", ".vscode", ".claude", ".husky", ".circleci", ".env", ".config"]   # hidden folders of the project that people write; all others are a tool's

WITH gone (does, file, only, base) AS (
  SELECT value ->> 'does', value ->> 'file', value ->> 'only', value ->> 'base'
  FROM   json_each(:destroys)
  WHERE  NOT value ->> 'made' AND :loses = '[]'
    AND  (value ->> 'place' = 'repository' AND value ->> 'file' GLOB '*.git/hooks/*'
           AND value ->> 'does' IN ('deletes', 'overwrites', 'empties')
          OR value ->> 'place' = 'project' AND (value ->> 'does' = 'deletes' AND value ->> 'whole'
            OR value ->> 'does' IN ('overwrites', 'empties')))
)
SELECT :text AS text, does,
       iif(file = '.', 'project', 'file') || iif(only = '', '', '_only') AS what, file, only
FROM   gone
WHERE  (:program <> 'rsync' OR file = '.') -- a copy of a part of the project is to be like its source
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
  AND  NOT (base GLOB '.?*' AND base <> '.*' AND file NOT IN (SELECT value FROM json_each(:kept)))
  AND  NOT EXISTS (SELECT 1 FROM json_each(:again) g
                   WHERE  '/' || iif(only = '', file, only) || '/' GLOB '*/' || g.value || '/*' OR '/'
                          || file GLOB '*/' || g.value || '[-_]*')
LIMIT  1
