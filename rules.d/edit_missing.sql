-- Make the edit that failed, or say that it is missing.
--
-- An edit did not apply, because its text was not found or the file had changed, or a file could not be written. The
-- turn ends with "done", and nothing has changed the file since. The file need not be in a project.
--
-- The rule is silent if tests ran since, if a script on the command line ran that may have changed the file instead,
-- or if a file of that name was made in another place.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- gather   = "file"
--- message  = "Your last edit of {file} failed, and nothing has changed {file:it|them} since. Make it, or tell the user that it is missing."

SELECT e.file, 'turn ' || turn.began AS subject
FROM   turn
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = :session AND e.t > turn.began AND e.t < :t
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'failed' AND e.actor = :actor
  AND  e.class NOT IN ('document', 'scratch', 'generated') AND (e.root <> '' OR e.via = 'tool')
  AND  EXISTS (SELECT 1 FROM claims WHERE label = 'done')
  AND  e.t > coalesce((SELECT max(a.t) FROM trials a WHERE a.how = 'test'), -1)
  AND  NOT EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t > e.t
                     AND  k.kind NOT IN ('read', 'scan')
                   UNION  ALL
                   SELECT 1 FROM touches m INDEXED BY touches_in_order
                   WHERE  m.session = e.session AND m.t > e.t AND m.outcome = 'ok' AND m.kind IN ('edit', 'write')
                     AND  instr(m.path || '|',
                                '/' || replace(e.path, rtrim(e.path, replace(e.path, '/', '')), '') || '|'))
  AND  NOT EXISTS (SELECT 1 FROM commands c
                   WHERE  c.session = e.session AND c.t > e.t AND c.t < :t
                     AND  (c.program IN ('Set-Content', 'Out-File', 'sed', 'perl', 'awk', 'patch', 'apply_patch')
                           OR c.args ->> 0 IN ('-c', '-e', '-')))
GROUP  BY e.path, turn.began
