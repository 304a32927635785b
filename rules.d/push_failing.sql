-- Do not push on red.
--
-- A push while tests are known to fail hands the failure on to everybody. Only failures that this session can be
-- blamed for count: the test passed before its edits, or it edited the test and a program.

--- severity = "warn"
--- commands = ["git push", "jj git", "gh pr"]
--- needs    = ["failing"]
--- repeat   = "once"
--- message  = "{failing} known to fail. Make {them} pass before you push, or tell your user that {they}."

WITH
red AS MATERIALIZED (
  SELECT f.name, f.count, f.since,
         (f.tool, f.suite, f.test) IN (SELECT tool, suite, test FROM crashes WHERE session = :session AND root = :root) AS crash
  FROM   failing_tests f
  WHERE  f.session = :session AND f.root = :root AND f.excuse = '' AND f.passed IS NOT NULL
    AND  NOT EXISTS (SELECT 1 FROM awaited w WHERE w.session = :session AND w.t = :t AND w.n = :n AND (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
),
named AS (
  SELECT name, count, row_number() OVER (ORDER BY since, name) AS place
  FROM   red
  WHERE  NOT (crash AND EXISTS (SELECT 1 FROM red o WHERE NOT o.crash))
)
SELECT iif(count(*) > 3,
           CAST(total(count) AS INTEGER) || ' tests, among them ' || group_concat(name, ', ') FILTER (WHERE place <= 3) || ', are',
           group_concat(name, ', ') || iif(total(count) = 1, ' is', ' are')) AS failing,
       iif(total(count) = 1, 'it', 'them') AS them, iif(total(count) = 1, 'it does not', 'they do not') AS they
FROM   named
WHERE  (:program <> 'gh pr' OR :args ->> 0 IN ('create', 'merge', 'ready'))
  AND  NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'accept red')
HAVING count(*) > 0
