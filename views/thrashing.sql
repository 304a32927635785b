-- The files that were edited without progress: `rounds` times one after the other, one or more
-- edits were followed by a run in which the same tests failed in the same way.

SELECT session, root, path, file, edits, rounds, last
FROM   rounds
WHERE  rounds > 0
