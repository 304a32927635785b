-- Mend what you broke before you go on.
--
-- A test that passed before an edit of this session and fails since was broken by it.
-- New work on top makes the cause harder to find. The files edited in between and the
-- test's own file may be changed freely: that is where the mending happens.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- needs    = ["failing.passed"]
--- message  = "{test} passed until {broken_by} was edited and fails since. Fix that first, before you change {file}."

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
