-- The files that were edited since tests last ran.

--- title    = "Edited since tests last ran"
--- project  = true
--- briefing = 4

SELECT file, edits
FROM   untested_now
ORDER  BY t DESC, file
