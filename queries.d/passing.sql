-- The tests that passed when they were last named.

--- title   = "Passing tests"
--- project = true

SELECT p.test, p.suite, p.tool
FROM   outcomes p
WHERE  p.session = coalesce(:session, p.session) AND p.outcome = 'pass' AND p.test <> ''
  AND  NOT EXISTS (SELECT 1 FROM outcomes l
                   WHERE  l.session = p.session AND l.test = p.test AND l.suite = p.suite AND (l.t > p.t OR l.t = p.t AND l.n > p.n))
ORDER  BY p.tool, p.suite, p.test
