-- Updates the counters after a test run: statements that are executed in this order, once for each run that
-- started and is none of a hook of version control. The parameters `:session`, `:t`, `:root`, `:outcome`,
-- `:passed` and `:stashed` are the columns of the run. settle.sql does the rest, if a test fails or did before.

-- A run that selected no test does not count, and none while the edits are stashed away.
INSERT INTO tally (session, root, last_run, failing)
  VALUES (:session, :root, iif(:stashed OR :outcome = 'unknown' AND :passed = 0, NULL, :t), iif(:outcome = 'unknown', NULL, 0))
  ON CONFLICT (session, root) DO UPDATE SET
    edits = iif(excluded.last_run IS NULL, edits, 0), last_run = coalesce(excluded.last_run, last_run), failing = coalesce(failing, excluded.failing);
INSERT INTO trees (root, tests) VALUES (:root, 1)
  ON CONFLICT (root) DO UPDATE SET tests = 1 WHERE tests = 0;

-- It may have run the tests of the repositories in the project, too.
UPDATE tally SET edits = 0
WHERE session = :session AND edits > 0 AND root IN (SELECT root FROM parts WHERE project = :root) AND :outcome <> 'unknown';

-- A run in which nothing fails clears every count.
UPDATE rounds SET edits = 0, rounds = 0, dirty = 0 WHERE :outcome = 'pass' AND NOT :stashed AND session = :session AND root = :root AND edits > 0;
