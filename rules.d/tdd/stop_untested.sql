-- Do not end your turn on an edit that nothing tried.
--
-- test_after_edits leaves the last few edits of a turn alone. This rule is for those who want to be told of the first one: a program was
-- edited, and since then nothing was tested, built or checked, and no command ran that may have tried it.
-- At the stop of a subagent it counts what this subagent edited.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["stop", "subagent_stop"]
--- needs    = ["tally"]
--- shares   = "test_after_edits"
--- per      = "rule"
--- repeat   = "doubled"
--- message  = "{files} edited since anything was tested, built or checked. Run the tests, or say that you did not."
---
--- options.threshold = 3   # edits up to which test_after_edits is silent at a stop

WITH untested (file) AS MATERIALIZED (
  SELECT u.file
  FROM   untried_programs u
  WHERE  u.session = :session AND u.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)
    AND  (:moment = 'subagent_stop' AND EXISTS (SELECT 1 FROM touches e WHERE e.session = u.session AND e.path = u.path AND +e.t = u.t AND e.actor = :actor)
          OR :moment = 'stop' AND u.edits <= :threshold) -- more are test_after_edits'
    -- The user has refused a call since, and is answered: the work goes on.
    AND  NOT EXISTS (SELECT 1 FROM events d WHERE d.session = u.session AND d.t > u.t AND d.reason = 'refused by the user')
    -- A commit is the end of that work; commit_untested, if its pack is on, has spoken of it.
    AND  NOT EXISTS (SELECT 1 FROM commands c INDEXED BY commands_of_commits CROSS JOIN events v ON v.session = c.session AND v.t = c.t AND v.moment = 'after' AND v.outcome = 'ok'
                     WHERE  c.session = u.session AND c.commits = 1 AND c.t > u.t)
  ORDER  BY u.file
)
SELECT iif(count(*) > 3, count(*) || ' files were', group_concat(file, ', ') || iif(count(*) = 1, ' was', ' were')) AS files, count(*) AS count
FROM   untested
HAVING count(*) > 0
