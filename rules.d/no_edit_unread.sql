-- Read a file before you change it.
--
-- An edit of a file whose content was never seen rests on a guess. What one agent read
-- is not in the context of another: a subagent's reads do not count for its parent.
-- Having written a file counts as having read it, and a new file needs no reading.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- message  = "{file} exists and has not been read in this session. Read it before you {change} it."

SELECT :file AS file, iif(:kind = 'write', 'overwrite', 'edit') AS change
WHERE  :on_disk AND NOT :seen
  AND  NOT EXISTS (
         SELECT 1 FROM touches
         WHERE  session = :session AND path = :path AND actor = :actor
           AND  kind IN ('read', 'edit', 'write') AND outcome = 'ok' AND via <> 'observed')
