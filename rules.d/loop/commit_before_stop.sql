-- Commit before an iteration ends.
--
-- The next iteration knows nothing of what this one left in the tree: it trips over it, or throws it away. The rule
-- names what this turn changed and did not commit, in the first turn of a session, which is an iteration, and in later ones if the agent
-- has committed in this session: where a person says what comes next, that person also says when to commit. With git it asks the index, and new files count if
-- they are programs, tests or documents; what git cannot tell is only a warning.

--- severity = "block"
--- pack     = "loop"
--- when     = ["stop"]
--- message  = "{file} {file:was|were} changed in this turn and not committed. Commit what is done, or put it back, then stop."
--- gather   = "file"

WITH
done (t) AS MATERIALIZED (
  SELECT coalesce(max(c.t), 0)
  FROM   turn CROSS JOIN own_commands c ON c.t >= turn.began
  WHERE  c.outcome <> 'failed' AND (c.commits OR c.program IN ('git stash', 'jj new'))
),
changed (file) AS MATERIALIZED (SELECT value ->> 'file' FROM json_each(:dirty)),
left AS MATERIALIZED (
  SELECT u.file, u.file IN (SELECT file FROM changed) AS known
  FROM   tally y
  JOIN   last_changes u ON u.session = y.session AND u.root = y.root
  WHERE  y.session = :session AND y.root = :root AND y.last_edit > (SELECT t FROM done)
    AND  u.t >= (SELECT began FROM turn) AND u.t > (SELECT t FROM done)
    AND  u.kind IN ('edit', 'write') AND u.class NOT IN ('scratch', 'generated')
    AND  (:dirty IS NULL OR u.file IN (SELECT file FROM changed)
          OR u.class IN ('code', 'test', 'document')
             AND EXISTS (SELECT 1 FROM touches n
                         WHERE  n.session = u.session AND n.path = u.path AND n.outcome = 'ok'
                           AND  n.kind IN ('edit', 'write') AND NOT n.on_disk))
)
SELECT file, iif(max(known) OVER (), 'block', 'warn') AS severity
FROM   left
WHERE  :mode <> 'plan'
  AND  ((SELECT began FROM turn) <= 3 -- the start of the session and the first prompt are ticks
        OR EXISTS (SELECT 1 FROM commands c INDEXED BY commands_of_commits
                   WHERE  c.session = :session AND c.commits = 1))
ORDER  BY file
