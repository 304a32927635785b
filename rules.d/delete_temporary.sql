-- Remove your own temporary files, not everybody's.
--
-- Other programs and agents keep files in the folder for temporary files, under the names that mktemp makes up as well. A pattern that
-- fits all of them takes away what they work with.

--- severity = "ask"
--- deeds    = ["destroys"]
--- message  = "`{path}` fits the temporary files of every program on this machine. Remove those that you have made, by their names, or ask your user."

SELECT value ->> 'path' AS path
FROM   json_each(:destroys)
WHERE  value ->> 'does' = 'deletes' AND value ->> 'place' = 'temporary'
  AND  value ->> 'base' IN ('*', '.*', '*.*', 'tmp*', 'tmp.*', 'tmp-*', 'tmp_*') AND NOT value ->> 'some'
  AND  rtrim(value ->> 'path', replace(value ->> 'path', '/', '')) IN ('/tmp/', '/var/tmp/', '/private/tmp/', '/dev/shm/')
   OR  value ->> 'does' = 'deletes' AND value ->> 'path' GLOB '/*var/folders/*/*/T/*'
  AND  value ->> 'base' IN ('*', '.*', '*.*', 'tmp*', 'tmp.*', 'tmp-*', 'tmp_*')
  AND  value ->> 'path' NOT GLOB '*/T/*/*'
LIMIT  1
