-- Do not end your turn on red.
--
-- A turn that ends on a failing test, with nothing edited since, hands the failure on to the user. Only failures that the session
-- can be blamed for count: what failed before its first edit, for want of a service, or was put back does not. Each failure is told
-- once, at the stop of the turn or of the subagent, unless the last message says itself that tests fail. Where code was edited
-- since the run, test_after_edits and untried_handover ask for a new one instead.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- gather   = "test"
--- message  = "{test} {count:is|are} known to fail, and nothing was edited since. Make {count:it|them} pass, or say in your last message that {count:it fails|they fail}."

SELECT r.name AS test, sum(r.count) OVER () AS count, 'red since ' || min(r.since) OVER () AS subject
FROM   red_tests r
JOIN   tally y ON y.session = :session AND y.root = r.root
WHERE  r.last > (SELECT prompted FROM sessions WHERE session = :session) -- it was last seen to fail in this turn
  AND  y.last_code < r.last AND y.last_edit IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM claims WHERE label = 'tests_fail')
  AND  NOT EXISTS (SELECT 1 FROM touches d INDEXED BY touches_in_order     -- the file of the test is gone
                   WHERE  d.session = :session AND d.t > r.last AND d.kind = 'delete' AND d.outcome = 'ok'
                     AND  r.file <> '' AND (d.file = r.file OR substr(d.file, -1 - length(r.file)) = '/' || r.file))
ORDER  BY r.since, r.name
