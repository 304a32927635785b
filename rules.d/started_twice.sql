-- Wait for what runs, and do not start it a second time.
--
-- The same command still runs in the background and nothing was changed since: both take longer, and both write the same files.

--- severity = "warn"
--- when     = ["before"]
--- deeds    = ["detaches"]
--- repeat   = "doubled"
--- message  = "The same still runs in the background, started {count} {count:time|times} before. Wait for that, or end it first."

SELECT count(*) AS count, substr(:command, 1, 200) AS subject
FROM   still_running
WHERE  still_running.command = :command AND :n = 0 AND :background
  AND  NOT EXISTS (SELECT 1 FROM own_edits WHERE own_edits.t > still_running.t)
HAVING count(*) > 0
