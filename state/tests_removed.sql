-- Ends the failures of tests below a file or folder that was deleted. The parameters are the columns of the touch.
--
-- If a folder was removed, the tests that a run counted without naming them may be gone, too. Go prints the name of
-- the file, and the package that tells its folder; a file at the root is none of a package below that of the root.

DELETE FROM failing
WHERE  session = :session AND root = :root
  AND  (test = ''
        AND EXISTS (SELECT 1 FROM commands c
                    WHERE  c.session = :session AND c.t = :t AND c.program = 'rm' AND c.args GLOB '*"-*[rR]*"*')
        OR instr(file, '/') = 0 AND suite <> '' AND instr(:file, '/')
           AND (substr('/' || suite || '/' || file, -1 - length(:file)) = '/' || :file
                OR substr('/' || suite, -1 - length(:file)) = '/' || :file)
        OR file <> ''
           AND NOT (instr(file, '/') = 0 AND suite NOT IN ('', file)
                    AND (dir <> '' OR EXISTS (
                           SELECT 1
                           FROM  (SELECT session, t, suite FROM tests
                                  UNION ALL SELECT session, t, suite FROM test_lists) x
                           WHERE  x.session = failing.session AND x.t = failing.last AND x.suite <> ''
                             AND  substr(failing.suite, 1, length(x.suite) + 1) = x.suite || '/')))
           AND (:file IN (file, rtrim(dir, '/') || '/' || file)
                OR substr(file, 1, length(:file) + 1) = :file || '/'
                OR substr(dir || '/' || file, 1, length(:file) + 1) = :file || '/'));
