-- The files of the project whose content is in no commit, without those that git does not know. The index of git
-- tells; where there is none to ask, as in a replay, what git status has listed in this session, without files that
-- the session itself may have changed. `old` is 1 if the file was so before the session.

SELECT entry.value ->> 'file' AS file, entry.value ->> 'at' < s.started / 1000 - 5 AS old
FROM   sessions s
CROSS  JOIN json_each(:dirty) entry
WHERE  s.session = :session AND entry.value ->> 'at' IS NOT NULL
UNION  ALL
SELECT l.file, 1
FROM   listed_changes l
WHERE  :dirty IS NULL AND l.state = 'changed' AND l.old
