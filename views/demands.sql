-- What an instance wants to have run, and since when: since the last change that this call hands on of a file that it is about, since
-- a command of `ran`, since the user's prompt, or at all. `at` is when it has succeeded.

WITH causes AS (
  SELECT handed_changes.t AS tick, handed_changes.path, handed_changes.file
  FROM   handed_changes
  WHERE  :since IN ('change', 'edit') AND json_array_length(:ran) = 0 AND kind <> 'output'
    AND  path IN (SELECT value FROM json_each(:files)) AND (:only <> 'new' OR made)
  UNION  ALL
  SELECT a.value ->> 0, '', '' FROM json_each(:ran) r, json_each(r.value -> 'at') a
  UNION  ALL
  SELECT -1, '', '' WHERE :since = 'session' OR :since = 'edit' AND NOT :chosen
  UNION  ALL
  SELECT began, '', '' FROM turn WHERE :since = 'prompt'
), wanted_runs AS (
  SELECT key AS place, value AS wanted_run FROM json_each(:run) UNION ALL SELECT -1, value FROM json_each(:run_any)
)
SELECT place, '`' || (wanted_run ->> 'text') || '`' AS run, wanted_run -> 'at' AS at, max(causes.tick) AS t, causes.file
FROM   wanted_runs
CROSS  JOIN causes
WHERE  wanted_run -> 'for' IS NULL OR causes.path IN (SELECT value FROM json_each(wanted_run -> 'for'))
GROUP  BY place
