-- Take away what you made for a moment.
--
-- Files of the project that this session made, whose names say that they were for a moment, that are still there at the end of a turn,
-- and that nobody has put into git's index.

--- severity = "warn"
--- pack     = "review"
--- when     = ["stop"]
--- repeat   = "once"
--- message  = "You made {file} in the project and left {file:it|them} behind. Delete {file:it|them}, or tell the user what {file:it is|they are} for."
--- gather   = "file"
---
--- options.patterns    = ["*repro*", "scratch*", "*_scratch.*", "*debug_*", "tmp_*", "temp_*", "tmp.*", "temp.*", "*.orig", "*.bak", "*.rej", "try_*", "test_fix*", "verify_fix*"]   # globs of such names
--- option_was.patterns = ["names"]

WITH left_behind (file) AS MATERIALIZED (
  SELECT DISTINCT m.file
  FROM   own_edits m
  WHERE  m.t > :t - 500 AND m.made AND m.root = :root AND m.root <> '' AND m.via IN ('tool', 'shell')
    AND  m.class NOT IN ('generated', 'document') AND m.file NOT GLOB 'tmp/*' AND m.file NOT GLOB 'scratch/*'
    AND  m.file NOT GLOB '.*' AND m.file NOT GLOB '*/.*'
    AND  EXISTS (SELECT 1 FROM json_each(:patterns) g WHERE replace(m.path, m.folder || '/', '') GLOB g.value)
    AND  EXISTS (SELECT 1 FROM last_changes k
                 WHERE  k.session = :session AND k.path = m.path AND k.kind IN ('write', 'edit'))
         -- A command that removes may have meant it by a pattern or a folder, or moved it; an add takes it in.
    AND  NOT EXISTS (SELECT 1 FROM commands c
                     WHERE  c.session = :session AND c.t >= m.t
                       AND  c.program IN ('rm', 'mv', 'git add', 'git clean', 'git stash', 'git rm', 'trash', 'find'))
)
SELECT file, (SELECT group_concat(b.file) FROM (SELECT file FROM left_behind ORDER BY file) b) AS subject
FROM   left_behind
ORDER  BY file
