-- Do not lose the part of a file that you have not read.
--
-- A whole file is written anew, and less than half of it would be left. If the session has read only a part of it, what it
-- did not know is gone, and the user is asked where no commit has it. A document that somebody else wrote is told of
-- even if it was read: no test would miss what it loses. Generated files and what the session made are not meant.

--- severity = "ask"
--- when     = ["before", "after"]
--- tools    = ["write"]
--- repeat   = "once"
--- message  = "{file} had {before} lines and {now} {after}{part}. {advice}"

WITH shrunk (before, after, done) AS (
  SELECT :lines_before, :lines_after, 0
  UNION  ALL
  SELECT w.lines_before, w.lines_after, 1
  FROM   touches w
  WHERE  :moment = 'after' AND :lines_after IS NULL AND w.session = :session AND w.path = :path AND w.t = :t
    AND  w.kind = 'write' AND w.outcome = 'ok' AND w.manner NOT IN ('restore', 'undo')
)
SELECT :file AS file, before, after, iif(done, 'has', 'would have') AS now,
       iif(w.whole, '', ', and you had read only a part of it') AS part,
       iif(done, 'Compare it with `git diff`, and put back what should not be gone.',
                 'Edit the part that you mean, or ask your user.') AS advice,
       iif(done OR w.whole OR :loses = '[]', 'warn', 'ask') AS severity
FROM   shrunk
CROSS  JOIN (SELECT EXISTS (SELECT 1 FROM read_whole) AS whole) w
WHERE  before > 60 AND after * 2 < before AND :class NOT IN ('scratch', 'generated')
  AND  NOT EXISTS (SELECT 1 FROM made_file)
  AND  (NOT w.whole OR :class = 'document' AND NOT done
        AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('shorten', 'delete')))
LIMIT  1
