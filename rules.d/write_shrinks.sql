-- Do not lose the part of a file that you have not read.
--
-- A whole file was written anew, less than half of it is left, and the session had read only a part of it: what it did not know is
-- gone. Generated files, documents that the session made and files that were read to their end are not meant.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["write"]
--- message  = "{file} had {before} lines and has {after} now, and you had read only a part of it. Compare it with `git diff`, and put back what should not be gone."

SELECT w.file, w.lines_before AS before, w.lines_after AS after
FROM   touches w
WHERE  w.session = :session AND w.path = :path AND w.t = :t AND w.kind = 'write' AND w.outcome = 'ok'
  AND  w.manner NOT IN ('restore', 'undo')
  AND  w.lines_before > 60 AND w.lines_after * 2 < w.lines_before AND w.class NOT IN ('scratch', 'generated')
  AND  NOT EXISTS (SELECT 1 FROM touches r
                   WHERE  r.session = :session AND r.path = :path AND r.outcome = 'ok' AND +r.t <= :t
                     AND  (r.kind = 'read'
                           AND coalesce(r.last_line - r.first_line + 1, r.lines, w.lines_before) >= w.lines_before
                           OR r.kind = 'write' AND NOT r.on_disk))
