-- The failing tests that a command of a test runner would run again. `same` is 1 if it is
-- the same command (program or task and selection, in the same directory unless it selects something) that showed the failure. If it is
-- another command, the query must also check that the runner is the same (`runner = tool`).
--
-- In a selection, `~x` is a part of a test's name, `?x` is a filter that witness cannot
-- interpret, `.` is the directory itself, and anything else is a path, package, suite or test.

SELECT c.session, c.t, c.n, c.runner, f.root, f.tool, f.suite, f.test,
       c.selection = f.selection AND c.task = f.task AND (c.dir = f.dir OR c.selection <> '[]') AND (c.program = f.program OR c.task <> '') AS same
FROM   commands c
JOIN   failing f ON f.session = c.session AND f.root = c.root
WHERE  NOT c.inert
  AND  (c.runner IN ('', 'test_command') -- a task, whose flags are not known
        OR NOT EXISTS (SELECT 1 FROM json_each(f.needs) w WHERE instr(c.variant, json_quote(w.value)) = 0))
  AND  (
       (c.selection = f.selection AND c.task = f.task AND (c.dir = f.dir OR c.selection <> '[]') AND (c.program = f.program OR c.task <> ''))
   OR  (c.selection = '[]'
        AND (c.dir IN ('', f.dir) OR substr(f.dir, 1, length(c.dir) + 1) = c.dir || '/'
             OR f.dir = '' AND c.dir || '/' IN (substr(f.file, 1, length(c.dir) + 1), substr(f.test, 1, length(c.dir) + 1))))
       -- a task of the package whose folder it was: pnpm --filter @shop/cart test, in packages/cart
   OR  (c.selection <> '[]' AND c.task <> '' AND f.dir <> ''
        AND NOT EXISTS (SELECT 1 FROM (SELECT '/' || ltrim(value, '?') AS word FROM json_each(c.selection))
                        WHERE  substr('/' || f.dir, -1 - length(word) + length(rtrim(word, replace(word, '/', '')))) <> '/' || substr(word, 1 + length(rtrim(word, replace(word, '/', ''))))))
   OR  (c.selection <> '[]'
        AND NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value GLOB '[?]*')
        AND (NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value GLOB '~*')
             OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                        WHERE  w.value GLOB '~*'
                          AND  (instr(lower(f.test), lower(substr(w.value, 2))) OR instr(f.file, substr(w.value, 2))
                                OR w.value GLOB '*[*]*' AND f.file GLOB '*' || substr(w.value, 2))))
        AND (NOT EXISTS (SELECT 1 FROM json_each(c.selection) w WHERE w.value NOT GLOB '[~?]*')
             OR EXISTS (SELECT 1 FROM json_each(c.selection) w
                        WHERE  w.value NOT GLOB '[~?]*'
                          AND  (w.value IN (f.test, f.file, f.suite)
                                -- the line of the test: spec/cart_spec.rb:8
                                OR w.value GLOB '*:[0-9]*' AND f.file <> '' AND EXISTS (
                                     SELECT 1 FROM tests x
                                     WHERE  x.session = f.session AND x.t = f.last AND x.test = f.test AND x.suite = f.suite AND x.outcome = 'fail'
                                       AND  w.value IN (x.file || ':' || x.line, substr(x.file, length(c.dir) + 2) || ':' || x.line))
                                -- the file, its folder or a part of it, wherever the run is started: tests, tests/test_cart.py::TestCart, tests.test_cart
                                OR f.identity <> '' AND EXISTS (
                                     SELECT 1
                                     FROM  (SELECT iif(c.dir = '', '', c.dir || '/') || w.value AS word)
                                     WHERE  substr(f.identity, 1, length(word) + 1) IN (word || '/', word || ' ')
                                       OR   substr(replace(replace(f.identity, '.py ', '.'), '/', '.') || '.', 1, length(rtrim(replace(replace(replace(replace(word || ' ', '.py ', ' '), '.py::', '.'), '::', '.'), '/', '.'))) + 1)
                                              = rtrim(replace(replace(replace(replace(word || ' ', '.py ', ' '), '.py::', '.'), '::', '.'), '/', '.')) || '.')
                                OR f.test = f.file AND f.test <> '' AND substr(w.value, 1, length(f.test) + 2) = f.test || '::' -- a file that could not be loaded
                                OR substr(f.test, 1, length(w.value) + 1) IN (w.value || ':', w.value || '.', w.value || '/', w.value || '[')
                                OR substr(f.file, 1, length(w.value) + 1) = w.value || '/'
                                -- in a container, where the project is another folder: /app/tests/CartTest.php
                                OR f.file GLOB '/*' AND instr(f.file || '/', '/' || w.value || '/')
                                OR c.dir <> '' AND c.dir || '/' || w.value IN (f.test, f.file)
                                OR c.dir <> '' AND substr(f.test, 1, length(c.dir || w.value) + 2) = c.dir || '/' || w.value || ':'
                                OR substr(f.suite, 1, length(w.value) + 1) IN (w.value || '/', w.value || '.')
                                OR substr(f.suite, -1 - length(w.value)) = '/' || w.value
                                OR instr(f.suite, '/' || w.value || '/')
                                OR instr(f.test, '(' || w.value || '.')
                                OR w.value = '.' AND c.dir <> '' AND substr(f.suite, -1 - length(c.dir)) = '/' || c.dir
                                OR w.value = '.' AND c.dir = '' AND f.selection IN ('[]', '["."]')
                                   AND NOT EXISTS (SELECT 1 FROM (SELECT session, t, suite FROM tests UNION ALL SELECT session, t, suite FROM test_lists) x
                                                   WHERE  x.session = f.session AND x.t = f.last AND x.suite <> ''
                                                     AND  substr(f.suite, 1, length(x.suite) + 1) = x.suite || '/')))
             OR (c.dir = f.dir AND f.selection <> '[]'
                 AND NOT EXISTS (SELECT 1 FROM json_each(f.selection) s
                                 WHERE  s.value NOT IN (SELECT w.value FROM json_each(c.selection) w))))))
