-- Look whether the workflow that you changed works.
--
-- A workflow of a build server runs nowhere but there, so no test of the project tries it. A linter for workflows (actionlint,
-- zizmor), a parser or a local runner shows most mistakes, and after a push a look at its run shows the rest. The rule is silent
-- if the message says that this was not tried.

--- severity = "warn"
--- when     = ["stop"]
--- gather   = "file"
--- message  = "{file} changed, and nothing has checked {file:it|them} since. {advice}"
---
--- says.advice.pushed = "Look at its run (`gh run watch`, `gh pr checks --watch`), or tell the user that you did not."
--- says.advice.here   = "Run `actionlint`, or say that it runs for the first time on the server."

SELECT work.file, 'workflows at ' || (SELECT began FROM turn) AS subject,
       iif(EXISTS (SELECT 1 FROM last_push p WHERE p.root = work.root AND p.t > work.t),
           'pushed', 'here') AS advice
FROM   work
WHERE  work.way = 'done' AND work.class = 'settings'
  AND  EXISTS (SELECT 1 FROM workflow_files w WHERE work.file GLOB w.name)
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = :session AND c.t > work.t
                     AND  (c.program IN ('yq', 'python', 'ruby', 'node') AND instr(c.text, work.base)
                           OR EXISTS (SELECT 1 FROM workflow_checks k WHERE c.program GLOB k.name)))
  AND  NOT EXISTS (SELECT 1 FROM ci_looks l
                   WHERE  l.t > coalesce((SELECT p.t FROM last_push p WHERE p.root = work.root AND p.t > work.t), :t))
  AND  NOT EXISTS (SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail')
                   UNION ALL
                   SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks')
