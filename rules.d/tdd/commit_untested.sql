-- Do not commit an edit that nothing tried.
--
-- test_after_edits leaves the last few edits alone. This rule is for those who want to be told at the first one: a program was
-- edited, in a project that has tests, and since then nothing was tested, built or checked, and no command ran that may have tried it.

--- severity = "warn"
--- pack     = "tdd"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- shares   = "test_after_edits"
--- repeat   = "once"
--- gather   = "file"
--- message  = "{file} {count:was|were} edited since anything was tested, built or checked. Run the tests, then commit."
---
--- options.threshold = 3   # edits up to which test_after_edits is silent at a commit

SELECT u.file, 'pile ' || u.pile || ' of ' || u.edits AS subject
FROM   untried_programs u
WHERE  u.session = :session AND u.root = :root AND :commits AND u.edits <= :threshold -- more are test_after_edits'
  AND  EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = u.root)
  AND  NOT EXISTS (SELECT 1 FROM commit_tries)
  AND  NOT EXISTS (SELECT 1 FROM left_out l WHERE l.path = u.path)
ORDER  BY u.file
