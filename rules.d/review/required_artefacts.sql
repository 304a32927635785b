-- Deliver with a change what belongs to it.
--
-- A change of an interface wants its description, a migration its way back. If files that fit `sources` were changed since
-- the last commit, a file that fits `artefacts` has to be changed, too. The rule says nothing until both are set.

--- severity = "warn"
--- pack     = "review"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- needs    = [":sources", ":artefacts", "tally"]
--- repeat   = "once"
--- message  = "{file} was changed, and of what belongs to it, {artefacts}, nothing was. Change that as well, then commit."
---
--- options.sources   = []   # globs of files, relative to the project; none if it is empty
--- options.artefacts = []   # globs of the files that belong to them

SELECT min(u.file) AS file, (SELECT group_concat(value, ', ') FROM json_each(:artefacts)) AS artefacts,
       'since ' || y.since AS subject
FROM  (SELECT coalesce(max(c.t), 0) AS since FROM own_commits c WHERE c.root = :root) y
JOIN   tally l ON l.session = :session AND l.root = :root AND l.last_edit > y.since
JOIN   touches u INDEXED BY touches_in_order ON u.session = :session AND u.t > y.since
WHERE  :commits AND json_array_length(:artefacts) > 0
  AND  u.kind IN ('edit', 'write', 'delete') AND u.outcome = 'ok' AND u.root = :root
  AND  EXISTS (SELECT 1 FROM json_each(:sources) s WHERE u.file GLOB s.value)
  AND  NOT EXISTS (SELECT 1 FROM touches w INDEXED BY touches_in_order
                   JOIN   json_each(:artefacts) a ON w.file GLOB a.value
                   WHERE  w.session = :session AND w.t > y.since AND w.kind IN ('edit', 'write', 'rewrite', 'output')
                     AND  w.outcome = 'ok' AND w.root = :root)
HAVING count(*) > 0
