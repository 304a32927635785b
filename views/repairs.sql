-- The edits on red, by their tick, that may repair a test that this session has broken: they are in
-- the folder of the test, or in that of a file whose edit may have broken it, because callers and
-- helpers have to follow. Go prints the test's file without its folder, which is the end of its
-- package; other runners do so with files in a folder of tests.

SELECT edits_on_red.t
FROM   failing_tests k
CROSS  JOIN edits_on_red
WHERE  k.session = :session AND k.root = :root AND k.passed IS NOT NULL AND k.excuse = ''
  AND  (k.file <> '' AND rtrim(k.file, replace(k.file, '/', '')) = edits_on_red.folder
   OR   k.file <> '' AND instr(k.file, '/') = 0 AND instr(lower(edits_on_red.folder), 'test')
   OR   k.suite <> '' AND edits_on_red.folder <> ''
        AND  substr('/' || k.suite || '/', -1 - length(edits_on_red.folder)) = '/' || edits_on_red.folder
   OR   edits_on_red.folder IN (SELECT rtrim(b.file, replace(b.file, '/', ''))
                     FROM   touches b INDEXED BY touches_in_order
                     WHERE  b.session = :session AND b.t > k.passed AND b.t <= k.since
                       AND  b.kind IN ('edit', 'write') AND b.outcome = 'ok'))
