-- Make patches small enough to fit.
--
-- A patch of several files is refused as a whole if a single line of one file differs from what the patch says. The
-- second such patch that fails has cost more than one patch for each file would have.

--- severity = "warn"
--- when     = ["failed"]
--- tools    = ["edit"]
--- repeat   = "doubled"
--- message  = "{count} patches of several files were refused, each because of one part that does not fit. Make a patch for each file, after reading the lines that it changes."
---
--- options.files = 2   # files from which a patch is one of several

SELECT count(*) AS count, 'patches' AS subject
FROM   events e
WHERE  e.session = :session AND e.t > :t - 300 AND e.t <= :t AND e.moment = 'after' AND e.tool = 'edit'
  AND  e.outcome = 'failed' AND e.actor = :actor AND e.reason IN ('', 'no match')
  AND  :files <= (SELECT count(DISTINCT k.path) FROM touches k INDEXED BY touches_in_order
                  WHERE k.session = e.session AND k.t = e.t)
HAVING count(*) >= 2
