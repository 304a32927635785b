-- The tests that this session has broken and that this call hands on red: they passed before its
-- edits. Not those that the command waits for on its line, and of a test file that could not be
-- loaded only its tests. Nor those with which the user wants to go on.

SELECT handovers.way, f.root, f.name, f.file, f.count, f.since, f.last
FROM   handovers
CROSS  JOIN failing_tests f ON f.session = :session AND f.root = handovers.root
WHERE  f.excuse = '' AND f.passed IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM awaited w
                   WHERE  (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM crashes c
                   WHERE  c.session = :session AND c.root = f.root
                     AND  (c.tool, c.suite, c.test) = (f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'accept red')
