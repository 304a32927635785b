-- Do what your user asked for, or say that you did not.
--
-- The prompt orders a commit, a push or a command by its name, and the turn ends without it: it was forgotten, or it failed and a
-- narrower one was run instead. Nothing is said if the message asks the user something, or says that it was not done or fails. A commit
-- or push counts only if something was changed since the order.

--- severity = "warn"
--- pack     = "focus"
--- when     = ["stop"]
--- repeat   = "once"
--- message  = "Your user asked for `{command}`, and it {last}"
---
--- says.last.failed  = "failed when it last ran. Make it pass, or tell the user that it fails."
--- says.last.missing = "has not run since. Do it now, or tell the user why you did not."

SELECT d.command, d.command || ' at ' || d.t AS subject,
       iif(d.last = 'failed', 'failed', 'missing') AS last
FROM   dropped_orders d
WHERE  NOT EXISTS (SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail'))
  AND  NOT EXISTS (SELECT 1 FROM labels l WHERE l.session = :session AND l.kind = 'asks' AND l.t = :t)
  AND  (d.verb = 'run'
        OR EXISTS (SELECT 1 FROM touches e INDEXED BY touches_in_order
                   WHERE  e.session = :session AND e.t > d.t AND e.root = :root AND e.outcome = 'ok'
                     AND  e.kind IN ('edit', 'write') AND e.class NOT IN ('scratch', 'generated')))
ORDER  BY d.t DESC
LIMIT  1
