-- What an instance wants to have been read before this call, and whether this session has read or written it. Nobody has to read
-- the file itself that is edited if it is new, nor anything to edit what is to be read.

WITH wanted_readings AS (
  SELECT key AS place, value ->> 'text' AS text, value -> 'files' AS files, value -> 'for' AS bound
  FROM   json_each(:read)
  UNION  ALL
  SELECT -1, (SELECT group_concat(value ->> 'text', ' or ') FROM json_each(:read_any)), value -> 'files', value -> 'for'
  FROM   json_each(:read_any)
)
SELECT wanted_readings.text,
       max(EXISTS (SELECT 1 FROM touches k
                   WHERE  k.session = :session AND k.path IN (SELECT value FROM json_each(wanted_readings.files))
                     AND  k.outcome = 'ok' AND k.kind IN ('read', 'edit', 'write'))) AS done
FROM   wanted_readings
GROUP  BY place
HAVING NOT (place >= 0 AND wanted_readings.text = :file AND NOT coalesce(:on_disk, 0))
  AND  NOT max(bound IS NULL
               AND coalesce(:path, '') IN (SELECT value FROM json_each(wanted_readings.files)))
