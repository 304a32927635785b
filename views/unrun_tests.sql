-- The tests of what this call hands on that no run since the last change has selected, while others have run. A run of
-- tests that this session has changed is one of what it has changed.

SELECT own_tests.way, own_tests.root, own_tests.path, own_tests.file, own_tests.t, own_tests.test
FROM   own_tests
WHERE  EXISTS (SELECT 1 FROM trials a
               WHERE  a.how = 'test' AND a.root = own_tests.root AND (a.t > own_tests.t OR a.t = :t))
  AND  NOT EXISTS (
         SELECT 1
         FROM   tried_places p
         WHERE  (p.t > own_tests.t OR p.t = :t)
           AND  (p.root <> own_tests.root
                 OR p.place IS NULL AND (p.dir = '' OR substr(own_tests.test, 1, length(p.dir) + 1) = p.dir || '/')
                 OR p.place = '.' OR p.place GLOB '../*' OR instr(own_tests.test, p.place)
                 OR instr(p.place, own_tests.test) OR instr(own_tests.file, p.place)
                 OR EXISTS (SELECT 1 FROM own_edits x
                            WHERE  x.t > own_tests.t - 500 AND x.class = 'test' AND instr(x.file, p.place))))
