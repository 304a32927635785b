-- The files that were edited since tests last ran.

--- title    = "Edited since tests last ran"
--- briefing = 4

SELECT file, edits
FROM   untested_edits
WHERE  session = coalesce(:session, session)
ORDER  BY t DESC, file
