-- The files with uncommitted changes that this command throws away. `own` is 1 for what this session changed, `latest`
-- for what it wrote first in its last turn.
--
-- A file of one's own that is put back by its name is left out, because that is what a restore is for. It is in if the
-- user has had the change for a turn, or if another revision comes in its place than the one that was changed, unless
-- the user has asked to have something put back.

SELECT dirty_files.file, u.file IS NOT NULL AS own, coalesce(u.latest, 0) AS latest
--     what git knows to differ
FROM   json_each(:discards) x
CROSS  JOIN dirty_files
LEFT   JOIN uncommitted u ON u.file = dirty_files.file
WHERE  NOT EXISTS (SELECT 1 FROM saved_copies s WHERE s.path = :root || '/' || dirty_files.file)
  AND  (x.value ->> 'how' = 'tree'
        OR x.value ->> 'how' = 'paths'
           AND (x.value ->> 'path' = ''
                OR instr(dirty_files.file, x.value ->> 'path' || '/') = 1
                OR x.value ->> 'glob' AND dirty_files.file GLOB x.value ->> 'path'
                OR x.value ->> 'path' = dirty_files.file
                   -- A side of a conflict, which commits have, unless git's index tells more of the file.
                   AND (:dirty IS NOT NULL OR x.value ->> 'from' NOT IN ('ours', 'theirs')) AND (u.file IS NULL
                     OR u.kept | x.value ->> 'other'
                        AND NOT EXISTS (SELECT 1 FROM wanted WHERE wanted.verb = 'discard'))))
UNION
SELECT g.file, u.file IS NOT NULL, coalesce(u.latest, 0)
FROM   json_each(:discards) x
CROSS  JOIN staged_alone g
LEFT   JOIN uncommitted u ON u.file = g.file
WHERE  x.value ->> 'how' = 'tree'
UNION
SELECT u.file, 1, u.latest     -- what git does not know, or cannot be asked about
FROM   json_each(:discards) x
CROSS  JOIN uncommitted u
WHERE  x.value ->> 'how' = 'tree' AND (:dirty IS NULL AND NOT u.made OR u.made AND u.added)
  OR   x.value ->> 'how' = 'paths' AND :dirty IS NULL AND NOT u.made AND x.value ->> 'path' = ''
  OR   x.value ->> 'how' = 'clean' AND u.made AND NOT u.added
       AND (x.value ->> 'path' = '' OR instr(u.file || '/', x.value ->> 'path' || '/') = 1)
       AND (x.value ->> 'deep' OR instr(u.file, '/') = 0)
