-- See what a long run prints while it runs.
--
-- A command in the background whose output goes through `tail`, `head`, `grep -c` or the like prints nothing before it has ended, so
-- nobody can tell whether it hangs. Written to a file it can be looked at. Nor does it help to start the same again
-- while the first still runs and nothing was changed: both take longer, and both write the same files.

--- severity = "warn"
--- when     = ["before", "after"]
--- deeds    = ["detaches"]
--- repeat   = "doubled"
--- message  = "{problem}. {advice}"

SELECT 'This runs in the background, and `' || s.value || '` shows nothing of it before it ends' AS problem,
       'Write the output to a file and look at its end from time to time.' AS advice, 'blind' AS subject, 1 AS count
FROM   json_each(:shows) s
WHERE  (:background OR :moment = 'after' AND :source <> '')
  AND  (s.value GLOB '| tail*' OR s.value GLOB '| wc*' OR s.value GLOB '| sort*') AND s.value NOT GLOB '*-f*'
UNION  ALL
SELECT 'The same still runs in the background, started ' || count(*)
         || iif(count(*) = 1, ' time', ' times') || ' before',
       'Wait for that, or end it first.', substr(:command, 1, 200), count(*)
FROM   still_running
WHERE  :moment = 'before' AND still_running.command = :command AND :n = 0 AND :background
  AND  NOT EXISTS (SELECT 1 FROM own_edits WHERE own_edits.t > still_running.t)
HAVING count(*) > 0
LIMIT  1
