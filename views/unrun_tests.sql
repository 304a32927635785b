-- The tests of what this call hands on that no run of tests since the last change has selected, while others have run.
-- A run selects by the places that its words name, and without any all below its folder; what a word of a task means is
-- not known unless it is a path. A run of the program may have tried anything.

SELECT own_tests.way, own_tests.root, own_tests.path, own_tests.file, own_tests.t, own_tests.test
FROM   own_tests
WHERE  EXISTS (SELECT 1 FROM trials a
               WHERE  a.how = 'test' AND a.root = own_tests.root AND (a.t > own_tests.t OR a.t = :t))
  AND  NOT EXISTS (
         SELECT 1
         FROM   trials a
         JOIN   commands c ON c.session = :session AND c.t = a.t AND c.n = a.n
         WHERE  a.how <> 'check' AND (a.t > own_tests.t OR a.t = :t)
           AND  (a.how = 'run' OR c.root <> own_tests.root
                 OR (c.dir IN ('', '?') OR substr(own_tests.test, 1, length(c.dir) + 1) = c.dir || '/')
                    AND NOT EXISTS (SELECT 1 FROM json_each(c.selection) w
                                    WHERE  w.value NOT GLOB '[~?]*' AND (c.task = '' OR instr(w.value, '/')))
                 OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                            WHERE  w.value = '.' OR w.value GLOB '../*' OR instr(own_tests.test, w.value)
                              OR   instr(w.value, own_tests.test) OR instr(own_tests.file, w.value))))
