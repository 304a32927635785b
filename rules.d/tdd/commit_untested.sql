-- Do not commit an edit that nothing tried.
--
-- test_after_edits leaves the last few edits alone. This rule is for those who want to be told at the first one: a program was
-- edited, in a project that has tests, and since then nothing was tested, built or checked, and no command ran that may have tried it.

--- severity = "warn"
--- pack     = "tdd"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = ["tally"]
--- shares   = "test_after_edits"
--- repeat   = "once"
--- message  = "{files} edited since anything was tested, built or checked. Run the tests, then commit."
---
--- options.threshold = 3   # edits up to which test_after_edits is silent at a commit

WITH untested (file, t) AS MATERIALIZED (
  SELECT DISTINCT u.file, u.t
  FROM   untried_programs u
  WHERE  u.session = :session AND u.root = :root AND :commits AND u.edits <= :threshold -- more are test_after_edits'
    AND  EXISTS (SELECT 1 FROM trees tree WHERE tree.root = u.root AND (tree.tests OR EXISTS (SELECT 1 FROM touches x INDEXED BY touches_of_tests WHERE x.session = :session AND x.root = :root AND x.class = 'test')))
    -- A command of the line that the commit waits for may try it, and a hook that runs tests will.
    AND  NOT EXISTS (SELECT 1 FROM json_each(:gates) g JOIN commands c ON c.session = :session AND c.t = :t AND c.n = g.value WHERE NOT c.inert AND c.program NOT GLOB 'git *')
    AND  NOT (:skips_hooks = '' AND EXISTS (SELECT 1 FROM runs h INDEXED BY runs_of_hooks WHERE h.session = u.session AND h.root = u.root AND h.origin = 'hook'))
    -- A commit of files that are named one by one hands on these.
    AND  (NOT EXISTS (SELECT 1 FROM added_files a WHERE a.session = u.session AND a.root = u.root AND a.t > u.pile)
          OR EXISTS (SELECT 1 FROM added_files a WHERE a.session = u.session AND a.root = u.root AND a.t > u.pile AND (a.path = '' OR substr(u.path || '/', 1, length(a.path) + 1) = a.path || '/')))
  ORDER  BY u.file
)
SELECT iif(count(*) > 3, count(*) || ' files were', group_concat(file, ', ') || iif(count(*) = 1, ' was', ' were')) AS files, group_concat(file) || ' at ' || max(t) AS subject
FROM   untested
HAVING count(*) > 0
