-- See what stands in the way before you try another form of the command.
--
-- Several commands in a row have met the same obstacle (facts.d/obstacles): a login that is refused, a service that does not answer, a
-- sandbox that forbids it. Nothing was edited, installed or started in between, so that another spelling of the command meets it as well.
-- It is said at the third, and again when that number has doubled. The rule is silent about a command that waits by polling, and about
-- what a log tells of earlier.

--- severity = "warn"
--- when     = ["after", "failed"]
--- tools    = ["run"]
--- repeat   = "doubled"
--- yields   = ["same_failure"]
--- message  = "{count} commands have met the same obstacle, {what}, and nothing was changed in between. It is not the command: find out what stands in the way, or ask your user."
---
--- options.threshold = 3   # commands that meet the same obstacle
---
--- says.what.login     = "a login that is refused"
--- says.what.service   = "a service that does not answer"
--- says.what.host      = "a host that is not found"
--- says.what.limit     = "a limit of requests"
--- says.what.disk      = "a full disk"
--- says.what.forbidden = "a sandbox or a permission that forbids it"

WITH
met (t, label) AS MATERIALIZED (
  SELECT t, label FROM labels WHERE session = :session AND kind = 'obstacles' AND t > :t - 40 AND t <= :t
),
-- What may have taken it out of the way: an edit, an install, a start of a service.
other (t) AS (
  SELECT began FROM turn
  UNION  ALL
  SELECT k.t FROM touches k INDEXED BY touches_in_order
  WHERE  k.session = :session AND k.t > :t - 40 AND k.t < :t AND k.kind <> 'read' AND k.outcome = 'ok'
  UNION  ALL
  SELECT h.t FROM changes h WHERE h.session = :session AND h.t > :t - 40 AND h.t < :t
  UNION  ALL
  SELECT s.t FROM commands s
  WHERE  s.session = :session AND s.t > :t - 40 AND s.t < :t
    AND (s.background OR EXISTS (SELECT 1 FROM restarts g WHERE s.program GLOB g.name))
)
SELECT now.label AS what, count(DISTINCT met.t) AS count, now.label || ' since ' || since.t AS subject
FROM   labels now
CROSS  JOIN (SELECT max(t) AS t FROM other WHERE t NOT IN (SELECT t FROM met)) since
JOIN   met ON met.label = now.label AND met.t > since.t
JOIN   events v ON v.session = :session AND v.t = met.t AND v.moment = 'after' AND v.actor = :actor
               AND (v.outcome = 'failed' OR now.label <> 'forbidden')
WHERE  now.session = :session AND now.t = :t AND now.kind = 'obstacles'
  AND  EXISTS (SELECT 1 FROM commands c
               WHERE  c.session = :session AND c.t = met.t AND NOT c.inert AND c.program NOT GLOB '*logs'
                 AND  c.program NOT IN ('journalctl', 'git log', 'git show', 'git diff'))
  AND  NOT EXISTS (SELECT 1 FROM polls)
GROUP  BY now.label
HAVING count(DISTINCT met.t) >= :threshold
