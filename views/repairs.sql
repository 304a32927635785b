-- The edits on red, by their tick, that may repair a test that this session has broken: they are in
-- the folder of the test, or in that of a file whose edit may have broken it, because callers and
-- helpers have to follow. Go prints the test's file without its folder, which is the end of its
-- package; other runners do so with files in a folder of tests.

SELECT here.t
FROM   failing_tests k
CROSS  JOIN edits_on_red here
WHERE  k.session = :session AND k.root = :root AND k.passed IS NOT NULL AND k.excuse = ''
  AND  (k.file <> '' AND rtrim(k.file, replace(k.file, '/', '')) = here.folder
   OR   k.file <> '' AND instr(k.file, '/') = 0 AND instr(lower(here.folder), 'test')
   OR   k.suite <> '' AND here.folder <> ''
        AND  substr('/' || k.suite || '/', -1 - length(here.folder)) = '/' || here.folder
   OR   here.folder IN (SELECT rtrim(b.file, replace(b.file, '/', ''))
                     FROM   touches b INDEXED BY touches_in_order
                     WHERE  b.session = :session AND b.t > k.passed AND b.t <= k.since
                       AND  b.kind IN ('edit', 'write') AND b.outcome = 'ok'))
