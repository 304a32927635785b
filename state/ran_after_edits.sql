-- Ends the piles and rounds that a test run ends beside the pile of its own project: executed only if there are any,
-- because a hook compiles these statements. The parameters are the columns of the run.

-- It may have run the tests of the repositories in the project, too.
UPDATE tally SET edits = 0
WHERE  session = :session AND edits > 0 AND :outcome <> 'unknown'
  AND  root IN (SELECT root FROM parts WHERE project = :root);

-- A run in which nothing fails ends every round.
UPDATE rounds SET edits = 0, rounds = 0, dirty = 0
WHERE  :outcome = 'pass' AND NOT :stashed AND session = :session AND root = :root AND edits > 0;
