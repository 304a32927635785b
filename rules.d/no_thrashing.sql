-- Stop editing what you cannot fix.
--
-- Edit, test, fail, edit again: after two rounds on one file in which the same tests failed in the same way the rule warns, and
-- after `threshold` rounds the next edit is refused until the agent has read the file again, which allows one more round. A run without
-- failures resets the count, and so does a round after which fewer tests fail or they fail in another way. Reading it after
-- the failing run counts as reading it again. If the session cannot be blamed for any failure, the rule only warns: the edits may
-- be about something else.

--- severity = "block"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "{file} was edited {edits} {edits:time|times} in {rounds} {rounds:round|rounds} of edit and test, and {state}. Read the failure, then read {file} again: that opens one more round."
---
--- says.state.tests = "{tests} {tests:test still fails|tests still fail}"
--- says.state.build = "it still does not build"
---
--- options.threshold = 3   # rounds of edits and a failing run, without progress, after which an edit is refused

SELECT iif(substr(:cwd || '/', 1, length(:root) + 1) = :root || '/', w.file, w.path) AS file,
       w.edits, w.rounds, f.tests, iif(f.unbuilt, 'build', 'tests') AS state,
       iif(f.blamed AND w.rounds >= :threshold, 'block', 'warn') AS severity,
       iif(f.blamed AND w.rounds >= :threshold, '', 'round of ' || w.last || ' on ' || w.path) AS subject
FROM   thrashing w, still_failing f
WHERE  w.session = :session AND w.path = :path AND w.rounds >= min(2, :threshold) AND NOT :seen
  AND  NOT EXISTS (SELECT 1 FROM reread)
