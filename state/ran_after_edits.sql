-- Updates the counters of edits after a test run, with the parameters of ran.sql: executed only if there is one to be updated, because a hook compiles
-- these statements.

-- It may have run the tests of the repositories in the project, too.
UPDATE tally SET edits = 0
WHERE session = :session AND edits > 0 AND root IN (SELECT root FROM parts WHERE project = :root) AND :outcome <> 'unknown';

-- A run in which nothing fails clears every count.
UPDATE rounds SET edits = 0, rounds = 0, dirty = 0 WHERE :outcome = 'pass' AND NOT :stashed AND session = :session AND root = :root AND edits > 0;
