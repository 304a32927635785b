-- Merge what the build server has passed.
--
-- This session has looked at the checks of the build server, they had failed or not ended, and it has not looked since.
-- A merge then gives everybody what was seen not to be green.
--
-- The rule is silent about a merge that waits for the checks by itself (`--auto`), and if the user has accepted what
-- fails or ordered this very command.

--- severity = "warn"
--- commands = ["gh pr", "glab mr"]
--- repeat   = "once"
--- message  = "CI was not green when you last looked, and this merges. Look at it again, or tell your user and let them decide."

SELECT 'ci' AS subject
FROM   ci_looks l
WHERE  :operands ->> 0 = 'merge' AND coalesce(:flags ->> 'auto', :flags ->> 'when-pipeline-succeeds') IS NULL
  AND  l.root = :root AND l.red
  AND  NOT EXISTS (SELECT 1 FROM ci_looks n WHERE n.root = l.root AND n.t > l.t)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('accept red', 'pass review') OR verb = 'run' AND named)
LIMIT  1
