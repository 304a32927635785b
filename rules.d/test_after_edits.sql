-- Test before the edits pile up.
--
-- After a few edits without a run, a failure no longer tells which edit caused it. A run
-- of any tests starts the count anew, and so does trying out what was edited on something
-- that the session made for it: a script that is run, an example that a program is given.
-- A new file counts, but is not held up: it may be the very test.

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
