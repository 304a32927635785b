-- Do not end your turn on an edit that nothing tried.
--
-- test_after_edits leaves the last few edits of a turn alone. This rule is for those who want to be told of the first one: a program was
-- edited, and since then nothing was tested, built or checked, and no command ran that may have tried it.
-- At the stop of a subagent it counts what this subagent edited.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["stop", "subagent_stop"]
--- needs    = ["tally"]
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "{files} edited since anything was tested, built or checked. Run the tests, or say that you did not."
---
--- options.left = 3   # edits up to which test_after_edits is silent at a stop

WITH untested (file, root) AS MATERIALIZED (
  SELECT u.file, u.root
  FROM   untested_edits u
  JOIN   tally y ON y.session = u.session AND y.root = u.root
  WHERE  u.session = :session AND y.edits > 0
    AND  (:moment = 'subagent_stop' OR y.edits <= :left) -- more are test_after_edits'
    AND  u.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
    AND  EXISTS (SELECT 1 FROM touches e WHERE e.session = :session AND e.path = u.path AND +e.t = u.t AND e.class = 'code' AND e.on_disk
                 AND (:moment = 'stop' OR e.actor = :actor))
    AND  NOT EXISTS (SELECT 1 FROM last_changes k WHERE k.session = :session AND k.path = u.path AND k.kind = 'delete')
         -- Something has run since that may have tried it.
    AND  NOT EXISTS (SELECT 1 FROM ended_commands c
                     JOIN   commands k ON k.session = c.session AND k.t = c.t AND k.n = c.n
                     WHERE  c.session = :session AND c.t > u.t AND NOT k.inert AND c.program NOT GLOB 'git *' AND c.program NOT IN ('rm', 'mv', 'cp', 'mkdir', 'touch', 'chmod', 'sleep', ':'))
  ORDER  BY u.file
)
SELECT iif(count(*) > 3, count(*) || ' files were', group_concat(file, ', ') || iif(count(*) = 1, ' was', ' were')) AS files, count(*) AS count
FROM   untested
HAVING count(*) > 0
