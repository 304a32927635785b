-- See the page that you hand on.
--
-- A turn ends with components of a page that have grown by `growth` lines or more, and all that ran since are tests that
-- passed before, too: nothing shows what is new. No test was changed, nothing that failed passes now, no program ran and nobody
-- looked at it in a browser (`shown_fixes`). What no test tried at all is untried_handover's.
--
-- The rule is silent if the message says itself that it was not tried or asks the user something, if the user wants nothing
-- started, and if the last test or check failed.

--- severity = "warn"
--- when     = ["stop"]
--- repeat   = "once"
--- gather   = "file"
--- yields   = ["untried_handover", "reported_failure_untried", "reported_failure_again", "claims_fixed_untried"]
--- message  = "{file} {count:has|have} grown, and the tests that ran since passed before, too: nothing has shown what is new. Open the page or add a test that sees it, or tell the user that you have not seen it."
---
--- options.growth = 10   # in lines, of all components together

WITH page AS (
  SELECT w.root, w.path, w.file, w.t,
         sum(total(e.lines_after - coalesce(e.lines_before, 0))) OVER (PARTITION BY w.root) AS grown
  FROM   work w
  JOIN   touches e INDEXED BY touches_in_order ON e.session = :session AND e.root = w.root
    AND  e.t > (SELECT began FROM turn) AND e.path = w.path AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  WHERE  w.way = 'done' AND w.class = 'code'
    AND  (w.base GLOB '*.[tj]sx' OR w.base GLOB '*.vue' OR w.base GLOB '*.svelte' OR w.base GLOB '*.astro')
  GROUP  BY w.root, w.path
)
SELECT page.file, 'turn ' || (SELECT began FROM turn) AS subject
FROM   page
WHERE  grown >= :growth
  AND  page.t < (SELECT max(t) FROM trials WHERE how = 'test')
  AND  NOT EXISTS (SELECT 1 FROM shown_fixes
                   UNION ALL
                   SELECT 1 FROM pile_red b WHERE b.root = page.root
                   UNION ALL
                   SELECT 1 FROM told_not_to_start
                   UNION ALL
                   SELECT 1 FROM claims WHERE label IN ('untried', 'tests_fail')
                   UNION ALL
                   SELECT 1 FROM labels a WHERE a.session = :session AND a.t = :t AND a.kind = 'asks')
ORDER  BY page.file
