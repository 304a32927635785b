-- Test before the edits pile up.
--
-- After several edits without a run, a failure no longer shows which edit caused it. A run of
-- any tests resets the count, and so does a trial: running a script, or passing an example to
-- a program, that the session created (trial.sql). Creating a file counts as an edit but is
-- never warned about, because the file may be the missing test.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- needs    = ["tally"]
--- message  = "This is edit number {edits} since anything was tested. Run the tests before you edit further."
---
--- options.threshold = 3   # edits that may follow one another without a run

SELECT edits + 1 AS edits
FROM   edits_since_last_run
WHERE  session = :session AND root = :root AND edits + 1 > :threshold
  AND  (:on_disk OR EXISTS (SELECT 1 FROM touches WHERE session = :session AND path = :path AND outcome = 'ok'))
