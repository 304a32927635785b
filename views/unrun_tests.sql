-- The tests of what this call hands on that no run of tests since the last change has selected, while others have run.
-- What a run selects is in its words; a filter that cannot be interpreted, or a run of the program, may have tried all.

SELECT own_tests.way, own_tests.root, own_tests.path, own_tests.file, own_tests.t, own_tests.test
FROM   own_tests
WHERE  EXISTS (SELECT 1 FROM trials a
               WHERE  a.how = 'test' AND a.root = own_tests.root AND (a.t > own_tests.t OR a.t = :t))
  AND  NOT EXISTS (
         SELECT 1
         FROM   trials a
         JOIN   commands c ON c.session = :session AND c.t = a.t AND c.n = a.n
         WHERE  a.how <> 'check' AND (a.t > own_tests.t OR a.t = :t)
           AND  (a.how = 'run'
                 OR c.selection = '[]'
                    AND (c.dir IN ('', '?') OR c.root <> own_tests.root
                         OR substr(own_tests.test, 1, length(c.dir) + 1) = c.dir || '/')
                 OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                            WHERE  w.value GLOB '[~?.]*' OR instr(own_tests.test, w.value)
                              OR   instr(w.value, own_tests.test) OR instr(own_tests.file, w.value))))
