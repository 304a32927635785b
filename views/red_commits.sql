-- The failing tests that this commit hands on. `excuse` is why the session cannot be blamed, '' if it can. Left out
-- are tests that the commit waits for on its line, that a hook will run, that the user has accepted or wants to go on
-- with, all if the commit takes in documents alone, and, of a test file that could not be loaded, the file itself beside its tests.

SELECT f.name, f.count, f.excuse, f.since
FROM   failing_commits f
WHERE  f.session = :session AND f.root = :root AND :commits AND NOT f.accepted
  AND  NOT (f.hooked AND :program = 'git commit' AND :skips_hooks = '')
  AND  NOT EXISTS (SELECT 1 FROM awaited w
                   WHERE  (w.root, w.tool, w.suite, w.test) = (f.root, f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM crashes c
                   WHERE  c.session = :session AND c.root = :root
                     AND  (c.tool, c.suite, c.test) = (f.tool, f.suite, f.test))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'accept red'
                   UNION ALL SELECT 1 FROM taken_alone WHERE files = 'documents')
