-- Fix what you broke before you go on.
--
-- A test that passed before an edit of this session and has failed since was broken by that
-- edit. New work on top of it makes the cause harder to find. The rule speaks when the work has
-- gone elsewhere: several edits since the failing run, none of them in a folder where the test
-- is, or another that was broken, or where something was edited that may have broken one.
-- views/regressions.sql defines what a regression is.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- repeat   = "once"
--- message  = "{test} passed until {broken_by} was edited, and it still fails after {edits} {edits:edit|edits} elsewhere. Fix it, or put {broken_by} back, before you go on."
---
--- options.threshold = 4   # edits elsewhere while the test fails

WITH broken (name, broken_by, since, last, edits) AS (
  SELECT name, broken_by, since, last,
         (SELECT count(*) FROM own_edits e
          WHERE  e.t > last AND e.root = :root AND e.via <> 'elsewhere' AND e.class IN ('code', 'test'))
  FROM   regressions
  WHERE  session = :session AND root = :root AND file <> '' AND :class IN ('code', 'test')
    AND  EXISTS (SELECT 1 FROM failing WHERE failing.session = :session) -- else it need not be asked
)
SELECT b.name AS subject, b.name AS test, b.broken_by, b.edits
FROM   broken b
WHERE  b.edits >= :threshold AND NOT EXISTS (SELECT 1 FROM repairs WHERE repairs.t > b.last)
ORDER  BY b.since, b.name
LIMIT  1
