-- Do not end your turn on red.
--
-- A turn that ends on a failing test, with nothing edited since, hands the failure on to the user. Only failures that the session
-- can be blamed for count: what failed before its first edit, for want of a service, or was put back does not. Each failure is told
-- once, at the stop of the turn or of the subagent, unless the last message says itself that tests fail. Where code was edited
-- since the run, test_after_edits and stop_untested ask for a new one instead.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- needs    = ["failing"]
--- repeat   = "once"
--- message  = "{failing} known to fail, and nothing was edited since. Make {them} pass, or say in your last message that {they}."

WITH
red AS MATERIALIZED (
  SELECT f.name, f.count, f.since
  FROM   failing_tests f
  JOIN   tally y ON y.session = f.session AND y.root = f.root
  WHERE  f.session = :session AND f.excuse = '' AND f.passed IS NOT NULL
         -- It was last seen to fail in this turn, and code was not edited since.
    AND  f.last > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
    AND  y.last_code < f.last AND y.last_edit IS NOT NULL
    AND  NOT EXISTS (SELECT 1 FROM labels l WHERE l.session = :session AND l.kind = 'claims' AND l.t = :t AND l.label = 'tests_fail')
         -- The file of the test is gone.
    AND  NOT EXISTS (SELECT 1 FROM touches d INDEXED BY touches_in_order
                     WHERE  d.session = f.session AND d.t > f.last AND d.kind = 'delete' AND d.outcome = 'ok' AND f.file <> ''
                       AND  (d.file = f.file OR substr(d.file, -1 - length(f.file)) = '/' || f.file))
  ORDER  BY f.since, f.name
)
SELECT CASE WHEN count(*) > 3 THEN CAST(total(count) AS INTEGER) || ' tests, among them ' || min(name) || ', are'
            ELSE group_concat(name, ', ') || iif(total(count) = 1, ' is', ' are') END AS failing,
       iif(total(count) = 1, 'it', 'them') AS them, iif(total(count) = 1, 'it fails', 'they fail') AS they,
       'red since ' || min(since) AS subject
FROM   red
HAVING count(*) > 0
