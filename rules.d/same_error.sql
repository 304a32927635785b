-- When the same error stays, think again.
--
-- A build has stopped at the same error in the same file in `threshold` runs, and the file was edited before each of
-- them. If the message of the error changes, the work gets somewhere. Only builds count, because what a linter finds
-- may have been there before and be left alone on purpose; no_thrashing does the same for failing tests.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["run"]
--- per      = "error"
--- repeat   = "doubled"
--- message  = "{file} has the same error in {count} runs of `{program}`, with an edit of it before each: {error}. Find out why before you edit it again."
---
--- options.threshold = 4   # runs with the same error

WITH
now (tool, program, file, error) AS MATERIALIZED (
  SELECT r.tool, r.program, d.file, d.message
  FROM   runs r
  JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command AND c.kind = 'build'
  JOIN   diagnostics d ON d.session = r.session AND d.t = r.t AND d.n = r.n
  WHERE  r.session = :session AND r.t = :t AND r.command = :n AND r.kind = 'check'
    AND  d.level = 'error' AND d.file <> '' AND d.message <> ''
  LIMIT  20
),
-- The runs before it that had the same error, each with whether the file was edited since the one before.
same (tool, program, file, error, t, was) AS (
  SELECT o.tool, o.program, o.file, o.error, d.t, lag(d.t) OVER (PARTITION BY o.file, o.error ORDER BY d.t)
  FROM   (SELECT DISTINCT tool, program, file, error FROM now) o
  CROSS  JOIN diagnostics d ON d.session = :session AND d.t > :t - 200 AND d.tool = o.tool
                           AND d.file = o.file AND d.message = o.error
  GROUP  BY o.file, o.error, d.t
)
SELECT s.file, s.program, s.error, count(*) + 1 AS count
FROM   same s
WHERE  s.was IS NOT NULL
  AND  EXISTS (SELECT 1 FROM own_edits e
               WHERE  e.t > s.was AND e.t <= s.t
                 AND  (e.file = s.file OR e.path = s.file
                       OR substr(e.path, -1 - length(ltrim(s.file, './'))) = '/' || ltrim(s.file, './')))
GROUP  BY s.file, s.error
HAVING count(*) + 1 >= :threshold
ORDER  BY 4 DESC
LIMIT  1
