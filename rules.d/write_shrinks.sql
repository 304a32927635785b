-- Do not lose the part of a file that you have not read.
--
-- A whole file is written anew, and less than half of its lines would be left. If the session has read only a part of
-- the file, it loses what it did not know. The user is asked if no commit has the file; then every loss of lines
-- counts. A document that somebody else wrote is told of even if it was read, because no test would miss what is lost.
--
-- The rule is silent about generated files, files that the session made, and files of which it has made a copy.

--- severity = "ask"
--- when     = ["before", "after"]
--- tools    = ["write"]
--- repeat   = "once"
--- message  = "{file} had {before} lines and {done} {after}{whole}. {advice}"
---
--- says.done.0   = "would have"
--- says.done.1   = "has"
--- says.whole.0  = ", and you had read only a part of it"
--- says.whole.1  = ""
--- says.advice.0 = "Edit the part that you mean, or ask your user."
--- says.advice.1 = "Compare it with `git diff`, and put back what should not be gone."

WITH shrunk (before, after, done) AS (
  SELECT :lines_before, :lines_after, 0
  UNION  ALL
  SELECT touches.lines_before, touches.lines_after, 1
  FROM   touches
  WHERE  :moment = 'after' AND :lines_after IS NULL AND touches.session = :session AND touches.path = :path
    AND  touches.t = :t AND touches.kind = 'write' AND touches.outcome = 'ok'
    AND  touches.manner NOT IN ('restore', 'undo')
),
known (whole) AS (SELECT EXISTS (SELECT 1 FROM read_whole))
SELECT :file AS file, before, after, done, whole, done AS advice,
       iif(done OR whole OR :loses = '[]', 'warn', 'ask') AS severity
FROM   shrunk
CROSS  JOIN known
WHERE  :shrinks AND before > 60 AND (after * 2 < before OR after < before AND NOT done AND NOT whole AND :loses <> '[]')
  AND  :class NOT IN ('scratch', 'generated')
  AND  NOT EXISTS (SELECT 1 FROM made_file UNION ALL SELECT 1 FROM saved_copies s WHERE s.path = :path)
  AND  (NOT whole OR :class = 'document' AND NOT done
        AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('shorten', 'delete')))
LIMIT  1
