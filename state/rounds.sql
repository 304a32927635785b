-- Ends a round for each file that was edited since the last run, if this run failed, and counts how many tests fail
-- and in which way. If fewer fail than before, the count of rounds starts anew, and if they fail in another way, with
-- this round.
--
-- A file that could not be loaded is no further failure beside its tests. A script outside of the project, such as
-- one that reproduces a fault, ends no round.

UPDATE rounds
SET    rounds = CASE WHEN now.failing < was.failing THEN 0
                     WHEN now.signature <> was.signature THEN 1
                     ELSE rounds + 1 END,
       edits = iif(now.failing < was.failing, 0, edits), dirty = 0, last = :t
FROM  (SELECT total(iif((tool, suite, test) IN (SELECT tool, suite, test FROM crashes
                                                WHERE  session = :session AND root = :root), 0, count)) AS failing,
              total(signature) AS signature
       FROM   failing WHERE session = :session AND root = :root) now,
      (SELECT coalesce(failing, 0) AS failing, signature FROM tally WHERE session = :session AND root = :root) was
WHERE  :outcome = 'fail' AND NOT :stashed AND NOT :outside AND session = :session AND root = :root AND dirty = 1;

UPDATE tally
SET   (failing, signature) =
      (SELECT total(iif((tool, suite, test) IN (SELECT tool, suite, test FROM crashes
                                                WHERE  session = :session AND root = :root), 0, count)),
              total(signature)
       FROM   failing WHERE session = :session AND root = :root)
WHERE  :outcome <> 'unknown' AND session = :session AND root = :root;
