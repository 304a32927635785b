-- Fix what you broke before you go on.
--
-- A test that passed before an edit of this session and has failed since was broken by that
-- edit. New work on top of it makes the cause harder to find. The rule speaks when the work has
-- gone elsewhere: several edits since the failing run, none of them in a folder where the test
-- is, or another that was broken, or where something was edited that may have broken one.
-- views/regressions.sql defines what a regression is.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- needs    = ["failing.passed"]
--- repeat   = "once"
--- message  = "{test} passed until {broken_by} was edited, and it still fails after {edits} elsewhere. Fix it, or put {broken_by} back, before you go on."
---
--- options.threshold = 4   # edits elsewhere while the test fails

WITH
folder (file, path) AS (SELECT :file, rtrim(:file, replace(:file, '/', ''))),
work (test, name, broken_by, since, last, passed, own, edits) AS (
  SELECT test, name, broken_by, since, last, passed, file,
         (SELECT count(*) FROM touches e INDEXED BY touches_in_order
          WHERE  e.session = :session AND e.t > last AND e.root = :root AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.via <> 'elsewhere' AND e.class IN ('code', 'test'))
  FROM   regressions
  WHERE  session = :session AND root = :root
)
SELECT w.name AS subject, w.name AS test, w.broken_by, iif(w.edits = 1, '1 edit', w.edits || ' edits') AS edits
FROM   work w
WHERE  w.edits >= :threshold AND :class IN ('code', 'test')
  AND  NOT EXISTS (
         -- This edit, or one since the failing run, is near this test or another that was broken, or near a file that may have
         -- broken one: callers and helpers have to follow. Go prints the test's file without its folder, which is the end of its package.
         SELECT 1
         FROM   failing_tests k,
               (SELECT path FROM folder
                UNION ALL
                SELECT rtrim(e.file, replace(e.file, '/', '')) FROM touches e INDEXED BY touches_in_order
                WHERE  e.session = :session AND e.t > w.last AND e.root = :root AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok') here
         WHERE  k.session = :session AND k.root = :root AND k.passed IS NOT NULL AND k.excuse = ''
           AND  (w.own = '' OR k.file <> '' AND substr(k.file, 1, length(here.path)) = here.path AND instr(substr(k.file, length(here.path) + 1), '/') = 0
            OR  k.file <> '' AND instr(k.file, '/') = 0 AND instr(lower(here.path), 'test')
            OR  k.suite <> '' AND here.path <> '' AND substr('/' || k.suite || '/', -1 - length(here.path)) = '/' || here.path
            OR  here.path IN (SELECT rtrim(b.file, replace(b.file, '/', '')) FROM touches b INDEXED BY touches_in_order
                              WHERE  b.session = :session AND b.t > k.passed AND b.t <= k.since AND b.kind IN ('edit', 'write') AND b.outcome = 'ok')))
ORDER  BY w.since, w.name
LIMIT  1
