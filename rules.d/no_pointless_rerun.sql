-- Change something before you run the same tests again.
--
-- The same tests on the same tree give the same result. "The same" means the same program, task, packages, selection,
-- variables and folder, and no flag that the earlier run did not have.
--
-- A run may be repeated
--
-- - if something may have changed: an edit anywhere, an install, a build, a fixer, a checkout, any command that does
--   more than show something, another agent, a new task, a pause;
-- - if its output was not seen completely, or more of it is to be seen and it has run fewer than three times;
-- - to find a flaky test, or if it failed for a reason outside of the project;
-- - if another command depends on its result (`go test ./... && git commit`).

--- severity = "warn"
--- tools    = ["run"]
--- message  = "Nothing has changed since `{text}` last ran: {outcome}. Use that result, or change something first."
---
--- says.outcome.pass  = "it passed"
--- says.outcome.fail  = "it failed"
--- says.outcome.tests = "{failed} {failed:test|tests} failed"

SELECT r.text,
       CASE WHEN r.outcome = 'pass' THEN 'pass' WHEN r.failed > 0 THEN 'tests' ELSE 'fail' END AS outcome, r.failed
FROM   same_runs r
WHERE  NOT :changed AND NOT :decides AND NOT :looped
  AND  NOT EXISTS (SELECT 1 FROM disturbances d WHERE d.t >= r.t AND (d.t > r.t OR d.line))
  AND  NOT EXISTS (SELECT 1 FROM repeats_on_purpose)
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args)
                   WHERE  value GLOB '-*' AND value NOT IN (SELECT value FROM json_each(r.args))
                   UNION ALL
                   SELECT 1 FROM json_each(:shows)
                   WHERE  value NOT IN (SELECT value FROM json_each(r.shows)) AND (SELECT count(*) FROM same_runs) < 3)
ORDER  BY r.t DESC
LIMIT  1
