-- The files that this call hands on and that nothing has tried since they were last changed. A linter, type checker or
-- build tries nothing out, and neither do the tests of another language. A script is tried by a command that names it, by a
-- task whose commands are not known, or, if it is one of PowerShell, by tests in that language. Any test or program tries
-- other files, and a look in a browser what a browser runs. Files that configure a project count where there are tests, and a page if the user has reported a failure.
-- A manifest that was edited once in a release which the user ordered has got the number of that release.
-- SQL is left out: a database runs it, in calls that need not name the file.

WITH last (language, t) AS MATERIALIZED (
  -- A change earlier on the trial's own line was tried by it, so that such a trial counts as a tick later.
  SELECT a.language, max(a.t + a.changed) FROM trials a WHERE a.how <> 'check' GROUP BY a.language
),
file AS (
  SELECT work.*, coalesce((SELECT l.language FROM languages l
                           WHERE substr(work.base, -length(l.ext)) = l.ext), '') AS language
  FROM   work
)
SELECT file.way, file.root, file.path, file.file, file.class, file.script, file.t, file.edits, file.lines, file.language
FROM   file
WHERE  (file.class <> 'settings' OR EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = file.root)
        AND EXISTS (SELECT 1 FROM behaviour_files b WHERE file.base GLOB b.name)
        AND NOT (file.edits = 1 AND EXISTS (SELECT 1 FROM wanted w WHERE w.verb IN ('publish', 'publish package'))))
  AND  (file.file NOT GLOB '*.html' OR EXISTS (SELECT 1 FROM reported)) AND file.file NOT GLOB '*.sql'
  AND  NOT iif(file.script,
               EXISTS (SELECT 1 FROM trials a
                       WHERE  a.how <> 'check' AND a.t + a.changed > file.t
                         AND  (instr(a.text, file.base) OR a.opaque
                               OR a.language = 'powershell' AND file.base GLOB '*.ps1')),
               EXISTS (SELECT 1 FROM last
                       WHERE  last.t > file.t AND (file.language = '' OR last.language IN ('', file.language))
                       UNION ALL
                       SELECT 1 FROM browser_looks b WHERE b.t > file.t AND file.language IN ('', 'javascript')))
