-- Do not end your turn on an edit that nothing tried.
--
-- test_after_edits leaves the last few edits of a turn alone, and untried_handover speaks where the message says
-- that the work is done. This rule is for those who want to be told of the first edit of a program in any case, if
-- since then nothing was tested, built or checked, and no command ran that may have tried it. At the stop of a
-- subagent it counts what this subagent edited. A call that the user has refused since, or a commit, is an answer
-- or an end of that work. A message that says itself that nothing was tried needs no word.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["stop", "subagent_stop"]
--- shares   = "test_after_edits"
--- per      = "rule"
--- repeat   = "doubled"
--- gather   = "file"
--- message  = "{file} {count:was|were} edited since anything was tested, built or checked. Run the tests, or say that you did not."
---
--- options.threshold = 3   # edits up to which test_after_edits is silent at a stop

SELECT u.file
FROM   untried_programs u
WHERE  u.session = :session AND u.t > (SELECT prompted FROM sessions WHERE session = :session)
  AND  (:moment = 'stop' AND u.edits <= :threshold
        AND NOT EXISTS (SELECT 1 FROM claims WHERE label IN ('done', 'untried'))
        OR :moment = 'subagent_stop'
           AND EXISTS (SELECT 1 FROM touches e
                       WHERE  e.session = :session AND e.path = u.path AND +e.t = u.t AND e.actor = :actor))
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t > u.t AND d.reason = 'refused by the user')
  AND  NOT EXISTS (SELECT 1 FROM own_commits o WHERE o.t > u.t)
ORDER  BY u.file
