-- The edits that may have broken a test. A new test file cannot break another test, except in
-- Go, which compiles all test files of a package together.

SELECT e.session, e.root, e.t, e.path, e.file
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')
  AND  NOT ((replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') GLOB 'test_*.py' OR e.file GLOB '*_test.py'
             OR e.file GLOB '*.test.[jt]s*' OR e.file GLOB '*.spec.[jt]s*')
            AND EXISTS (SELECT 1 FROM touches m
                        WHERE  m.session = e.session AND m.path = e.path AND m.kind = 'write' AND NOT m.on_disk
                          AND  m.outcome = 'ok'))
