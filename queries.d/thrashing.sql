-- The files that were edited in rounds of edit and failing run, without progress.

--- title    = "Files edited without progress"
--- project  = true
--- briefing = 3

SELECT file, edits, rounds
FROM   thrashing
WHERE  session = (SELECT session FROM asked_session) AND rounds > 1 -- one edit that fails is how work goes
ORDER  BY rounds DESC, file
