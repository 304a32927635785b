-- Do not say that the tests pass unless they did.
--
-- The last message says that the tests pass, and witness knows otherwise:
--
-- - a test fails that passed before, or that this session edited;
-- - the last run failed, and the message does not say so;
-- - code was edited, and since then nothing ran that could have shown it;
-- - everything that ran since goes on in the background, as the client says;
-- - nothing has run at all in a session that began with this start of the client, nor was anybody sent to do it.
--
-- Only a plain statement counts (facts.d/claims). Nothing of the message is kept.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- message  = "You say that the tests pass, but {state}, or take the statement back."
---
--- says.state.red     = "{red} failed when it last ran. Run them"
--- says.state.edited  = "none has run since you last edited code. Run them"
--- says.state.never   = "nothing has run in this session. Run them"
--- says.state.running = "`{running}` still runs. Wait for its end"

WITH
said AS (SELECT 1 FROM labels l
         WHERE  l.session = :session AND l.kind = 'claims' AND l.label IN ('tests_pass', 'tests_ran')
           AND  l.t = :t),
red (name) AS (
  SELECT f.name FROM failing_tests f JOIN tally y ON y.session = f.session AND y.root = f.root
  WHERE  f.session = :session AND y.last_code IS NOT NULL
    AND  (f.excuse = '' OR f.excuse = 'unknown' AND f.last = y.last_run
          AND NOT EXISTS (SELECT 1 FROM labels c WHERE c.session = :session AND c.kind = 'claims' AND c.t = :t
                           AND c.label IN ('tests_fail', 'preexisting')))
    AND  f.last > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
  ORDER  BY f.since, f.name LIMIT 1),
untested (root, t) AS (
  SELECT u.root, u.t FROM untried_programs u
  WHERE  u.session = :session AND u.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0))
SELECT CASE WHEN red IS NOT NULL THEN 'red' WHEN edited THEN 'edited'
            WHEN running IS NOT NULL THEN 'running' ELSE 'never' END AS state, red, running
FROM  (SELECT (SELECT name FROM red) AS red, EXISTS (SELECT 1 FROM untested) AS edited,
              (SELECT command FROM open_tests) AS running,
              EXISTS (SELECT 1 FROM events s WHERE s.session = :session AND s.t > :t - 500
                        AND  s.moment = 'start' AND s.source NOT IN ('resume', 'compact'))
              AND NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t > :t - 500 AND NOT c.inert
                              UNION ALL
                              SELECT 1 FROM events o WHERE o.session = :session AND o.t > :t - 500
                                AND  o.tool IN ('task', 'other', 'fetch')) AS never
       FROM   said LIMIT 1)
WHERE  red IS NOT NULL OR edited OR running IS NOT NULL OR never
