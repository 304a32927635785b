-- The files that were edited in rounds of edit and failing run, without progress.

--- title    = "Files edited without progress"
--- briefing = 3

SELECT file, edits, rounds
FROM   thrashing
WHERE  session = coalesce(:session, session)
ORDER  BY rounds DESC, file
