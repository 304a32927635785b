-- The files that this call hands on and that fit the `changed` of an instance, each with everything that belongs to
-- it. `done` is 1 if the call hands on such a companion as well, `itself` if the file is a companion.

WITH changed_files AS (
  SELECT handed_changes.path, handed_changes.file, max(handed_changes.t) AS t, max(made) AS made
  FROM   handed_changes
  WHERE  kind <> 'output' AND path IN (SELECT value FROM json_each(:files))
  GROUP  BY handed_changes.path
)
SELECT changed_files.path, changed_files.file, changed_files.t, changed_files.made, a.value ->> 'text' AS also,
       changed_files.path IN (SELECT value FROM json_each(a.value -> 'files')) AS itself,
       EXISTS (SELECT 1 FROM handed_changes
               WHERE  handed_changes.path IN (SELECT value FROM json_each(a.value -> 'files'))) AS done
FROM   changed_files
JOIN   json_each(:also) a ON a.value -> 'for' IS NULL
                          OR changed_files.path IN (SELECT value FROM json_each(a.value -> 'for'))
