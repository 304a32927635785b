-- Counts a test run that started and that no hook of version control made. The parameters are the columns of the run.
--
-- A run that selected no test does not count, and none while the edits are stashed away.

INSERT INTO tally (session, root, last_run, failing)
VALUES (:session, :root, iif(:stashed OR :outcome = 'unknown' AND :passed = 0, NULL, :t),
        iif(:outcome = 'unknown', NULL, 0))
ON CONFLICT (session, root) DO UPDATE SET
  edits = iif(excluded.last_run IS NULL, edits, 0), last_run = coalesce(excluded.last_run, last_run),
  failing = coalesce(failing, excluded.failing);
