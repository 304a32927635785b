-- Mend what you broke before you go on.
--
-- A test that passed before an edit of this session and fails since was broken by it.
-- New work on top makes the cause harder to find. The files edited in between and the
-- test's own file may be changed freely: that is where the mending happens.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- needs    = ["failing"]
--- message  = "{test} passed until {broken_by} was edited and fails since. Fix that first, before you change {file}."

SELECT r.name AS test, r.broken_by, :file AS file
FROM   regressions r
WHERE  r.session = :session AND r.root = :root
  AND  NOT EXISTS (
         SELECT 1 FROM touches e
         WHERE  e.session = r.session AND e.path = :path AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
           AND  e.t > r.passed AND e.t <= r.since)
  AND  NOT EXISTS (
         SELECT 1 FROM regressions o
         WHERE  o.session = :session AND o.root = :root
           AND  (o.file <> '' AND (:file = o.file OR substr(:file, -1 - length(o.file)) = '/' || o.file)
                 OR o.file = '' AND instr(lower(:file), 'test')))
ORDER  BY r.since, r.name
LIMIT  1
