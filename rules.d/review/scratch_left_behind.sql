-- Take away what you made for a moment.
--
-- Files of the project that this session made, whose names say that they were for a moment, that are still there at the end of a turn,
-- and that nobody has put into git's index.

--- severity = "warn"
--- pack     = "review"
--- when     = ["stop"]
--- needs    = ["touches"]
--- repeat   = "once"
--- message  = "You made {files} in the project and left {it} behind. Delete {it}, or tell the user what {it_is} for."
---
--- options.patterns    = ["*repro*", "scratch*", "*_scratch.*", "*debug_*", "tmp_*", "temp_*", "tmp.*", "temp.*", "*.orig", "*.bak", "*.rej", "try_*", "test_fix*", "verify_fix*"]   # globs of such names
--- option_was.patterns = ["names"]

WITH left_behind (file) AS MATERIALIZED (
  SELECT m.file
  FROM   touches m INDEXED BY touches_in_order
  WHERE  m.session = :session AND m.t > :t - 500 AND m.kind = 'write' AND m.root = :root AND NOT m.on_disk AND m.outcome = 'ok' AND m.via IN ('tool', 'shell') AND m.root <> ''
    AND  EXISTS (SELECT 1 FROM json_each(:patterns) g WHERE replace(m.file, rtrim(m.file, replace(m.file, '/', '')), '') GLOB g.value)
    AND  m.file NOT GLOB 'tmp/*' AND m.file NOT GLOB 'scratch/*' AND m.file NOT GLOB '.*' AND m.file NOT GLOB '*/.*' AND m.class NOT IN ('generated', 'document')
    AND  EXISTS (SELECT 1 FROM last_changes k WHERE k.session = :session AND k.path = m.path AND k.kind IN ('write', 'edit'))
         -- A command that removes may have meant it by a pattern or a folder, or moved it; an add takes it in.
    AND  NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t >= m.t AND c.program IN ('rm', 'mv', 'git add', 'git clean', 'git stash', 'git rm', 'trash', 'find'))
  GROUP  BY m.file
  ORDER  BY m.file
)
SELECT iif(count(*) > 3, count(*) || ' files such as ' || min(file), group_concat(file, ', ')) AS files,
       iif(count(*) = 1, 'it', 'them') AS it, iif(count(*) = 1, 'it is', 'they are') AS it_is, group_concat(file) AS subject
FROM   left_behind
HAVING count(*) > 0
