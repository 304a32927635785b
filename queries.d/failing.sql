-- The tests that are known to fail, those first that were turned red.
--
-- `apart` is empty for these: they passed, an edit followed, and they failed. Otherwise it says why they stand apart: baseline (they failed before the session's first edit),
-- environment (a service or a setting was missing), flaky, stashed (the edits are on the stash), never passed (though
-- this session works on them), unknown (the same, and it does not), no edit (none came between), or passed and doubtful (they may pass by now).

--- title    = "Failing tests"
--- project  = true
--- briefing = 1
--- red      = true

SELECT name AS test, file, message, apart
FROM   red_now
ORDER  BY apart <> '', session, since, name
