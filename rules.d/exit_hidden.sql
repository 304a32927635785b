-- Let the commit depend on its tests.
--
-- In `pytest | tail && git commit` the commit waits for tail, which succeeds whatever the tests say. So it does after
-- `pytest || true` and `pytest; git commit`. Only a failure that stops the line keeps the commit from happening.

--- severity = "warn"
--- commands = ["git commit", "git push", "jj commit", "hg commit", "sl commit"]
--- message  = "`{run}` runs before this in the same line, but whether it fails makes no difference{how}"
---
--- says.how.line   = ". Join the two with `&&`."
--- says.how.pipe   = ": the status of a pipe is that of its last command. Join the two with `&&`, and put `set -o pipefail;` before them."
--- says.how.cmdlet = ", and a cmdlet has no exit status. Run it in a call of its own, and commit when you have seen it pass."

SELECT c.text AS run,
       CASE WHEN c.program GLOB 'Invoke-*' THEN 'cmdlet' WHEN instr(c.shows, '"| ') THEN 'pipe' ELSE 'line' END AS how
FROM   commands c
WHERE  c.session = :session AND c.t = :t AND c.n < :n AND c.kind IN ('test', 'check', 'build') AND c.hidden
  AND  NOT c.background
  AND  c.root = :root
  AND  c.n NOT IN (SELECT value FROM json_each(:gates))
  AND  (:program <> 'git push'
        OR NOT EXISTS (SELECT 1 FROM commands o
                       WHERE  o.session = :session AND o.t = :t AND o.n > c.n AND o.n < :n AND o.commits))
  AND  (:commits OR :program = 'git push')
ORDER  BY c.kind = 'test' DESC, c.n DESC
LIMIT  1
