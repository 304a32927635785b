-- The files that were edited and tested in vain.

--- title    = "Files edited in vain"
--- briefing = 3

SELECT file, edits, rounds
FROM   thrashing
WHERE  session = coalesce(:session, session)
ORDER  BY rounds DESC, file
