-- Remove your own temporary files, not everybody's.
--
-- Other programs and agents keep files in the folder for temporary files, many under names that mktemp makes up. A
-- pattern that fits all of these takes away what they are working with.

--- severity = "ask"
--- deeds    = ["destroys"]
--- message  = "`{path}` fits the temporary files of every program on this machine. Remove those that you have made, by their names, or ask your user."

WITH gone (path, base) AS (
  SELECT value ->> 'path', value ->> 'base'
  FROM   json_each(:destroys)
  WHERE  value ->> 'does' = 'deletes' AND value ->> 'place' = 'temporary' AND NOT value ->> 'some'
)
SELECT path
FROM   gone
WHERE  base IN ('*', '.*', '*.*', 'tmp*', 'tmp.*', 'tmp-*', 'tmp_*')
  AND  (path IN ('/tmp/' || base, '/var/tmp/' || base, '/private/tmp/' || base, '/dev/shm/' || base)
        OR path GLOB '/*var/folders/*/*/T/*' AND path NOT GLOB '*/T/*/*')
LIMIT  1
