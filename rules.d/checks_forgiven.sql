-- Let a check go on failing.
--
-- A change tells the build server that the failure of a step counts for nothing (`continue-on-error: true`,
-- `allow_failure: true`, `|| true`). The step ran before and runs as before, but the build is green whatever it finds.
--
-- The rule is silent about a job that is new, and about a new line that removes what may not be there.

--- severity = "warn"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "A step of {file} that could fail the build no longer can. Correct what it finds, or tell your user that this check does not count any more."

WITH changed (path, file, forgiven, excused, steps, grown) AS (
  SELECT e.path, e.file,
         sum(iif(m.mark = 'forgiven', m.after - m.before, 0)), sum(iif(m.mark = 'excused', m.after - m.before, 0)),
         sum(iif(m.mark = 'step', m.after - m.before, 0)), coalesce(max(e.lines_after - e.lines_before), 0)
  FROM   marks m
  CROSS  JOIN touches e ON e.session = m.session AND e.path = m.path AND e.t = m.t AND e.kind IN ('edit', 'write')
  WHERE  m.session = :session AND m.mark IN ('forgiven', 'excused', 'step')
    AND  e.root = :root AND e.outcome = 'ok' AND e.actor <> '*'
  GROUP  BY e.path
)
SELECT file, file AS subject
FROM   changed
WHERE  (:moment = 'stop' OR :commits)
  AND  (forgiven > max(steps, 0) OR excused > max(grown, 0))
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = changed.path AND o.made)
LIMIT  1
