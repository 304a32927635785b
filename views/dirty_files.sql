-- The files of the project of which no commit has what is in them, without those that git does not know: by its index
-- or, where that is not known, as in a replay, by what git status has listed in this session, unless the session can be
-- the reason. `old` is 1 if it was so before the session.

SELECT entry.value ->> 'file' AS file, entry.value ->> 'at' < s.started / 1000 - 5 AS old
FROM   sessions s
CROSS  JOIN json_each(:dirty) entry
WHERE  s.session = :session AND entry.value ->> 'at' IS NOT NULL
UNION  ALL
SELECT l.file, 1
FROM   listed_changes l
WHERE  :dirty IS NULL AND l.state = 'changed' AND l.old
