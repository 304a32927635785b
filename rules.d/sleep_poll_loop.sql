-- Do not wait by sleeping again and again.
--
-- One sleep after the other, with nothing changed in between, costs a call each time, and what is waited for may be
-- dead. A single command can wait until it is done: a loop in the shell, `gh run watch`, `kubectl wait`. Short sleeps,
-- and sleeps in a loop or in the background, do not count.

--- severity = "warn"
--- commands = ["sleep"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "This is wait number {count} of {seconds} s or more in a row, with nothing changed since. Check that it is still running, then wait with one command that ends when it is done."
---
--- options.threshold = 4    # sleeps that may follow one another
--- options.seconds   = 20   # shorter sleeps do not count
--- options.waiting   = ["gh run", "gh pr", "glab ci", "kubectl get", "kubectl rollout", "docker ps", "docker inspect", "docker logs", "docker compose", "curl", "wget", "nc", "ps", "pgrep", "jobs", "tail", "lsof", "systemctl status", "aws cloudformation"]   # programs that have a form that waits

WITH wait (t, seconds) AS MATERIALIZED (
  SELECT c.t, max(CAST(w.value AS REAL) * CASE substr(w.value, -1) WHEN 'm' THEN 60 WHEN 'h' THEN 3600 ELSE 1 END)
  FROM   commands c, json_each(c.args) w
  WHERE  c.session = :session AND c.t > :t - 60 AND c.t <= :t
    AND  c.program = 'sleep' AND NOT c.looped AND NOT c.background
    -- What else the line runs may show how far it has come; unless it only looks, or has a form that waits.
    AND  NOT EXISTS (SELECT 1 FROM commands k
                     WHERE  k.session = c.session AND k.t = c.t AND k.program <> 'sleep' AND NOT k.inert
                       AND  k.program NOT IN (SELECT value FROM json_each(:waiting)))
    AND  EXISTS (SELECT 1 FROM events e
                 WHERE  e.session = c.session AND e.t = c.t AND e.moment IN ('before', 'after')
                   AND  e.actor = :actor AND e.outcome <> 'denied')
  GROUP  BY c.t
)
SELECT count(*) AS count, :seconds AS seconds
FROM   wait
WHERE  wait.seconds >= :seconds AND NOT :looped AND NOT :background
  AND  wait.t > (SELECT t FROM other_work)
  AND  EXISTS (SELECT 1 FROM wait WHERE wait.t = :t AND wait.seconds >= :seconds)
HAVING count(*) > :threshold
