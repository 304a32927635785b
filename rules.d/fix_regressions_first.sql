-- Fix what you broke before you go on.
--
-- A test that passed before an edit of this session and has failed since was broken by that
-- edit. New work on top of it makes the cause harder to find. The files that were edited in
-- between and the test's own file can be changed freely, because the fix belongs there.
-- views.sql (regressions) defines what a regression is.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- needs    = ["failing.passed"]
--- message  = "{test} passed until {broken_by} was edited and has failed since. Fix that before you change {file}."

SELECT name AS test, broken_by, :file AS file
FROM   (SELECT r.name, r.broken_by, r.passed, r.since,
               max(r.file <> '' AND (:file = r.file OR substr(:file, -1 - length(r.file)) = '/' || r.file)
                   OR r.file = '' AND instr(lower(:file), 'test')) OVER () AS is_test
        FROM   regressions r
        WHERE  r.session = :session AND r.root = :root)
WHERE  NOT is_test
  AND  NOT EXISTS (
         SELECT 1 FROM touches e
         WHERE  e.session = :session AND e.path = :path AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
           AND  e.t > passed AND e.t <= since)
ORDER  BY since, name
LIMIT  1
