-- The edits that may have broken a test: not those of documents and scratch files. A new test file cannot break another
-- test, except in Go, which compiles all test files of a package together. `put_back` is 1 if the file is since then
-- what it was.

SELECT e.session, e.root, e.t, e.path, e.file,
       EXISTS (SELECT 1 FROM touches k
               WHERE  k.session = e.session AND k.path = e.path AND k.outcome = 'ok' AND +k.t > e.t
                 AND  (k.kind IN ('rewrite', 'delete') AND k.manner <> 'same' OR k.manner = 'undo')) AS put_back
FROM   touches e
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner NOT IN ('same', 'undo')
  AND  e.class NOT IN ('document', 'scratch')
  AND  NOT ((replace(e.file, rtrim(e.file, replace(e.file, '/', '')), '') GLOB 'test_*.py' OR e.file GLOB '*_test.py'
             OR e.file GLOB '*.test.[jt]s*' OR e.file GLOB '*.spec.[jt]s*')
            AND EXISTS (SELECT 1 FROM touches m
                        WHERE  m.session = e.session AND m.path = e.path AND m.kind = 'write' AND NOT m.on_disk
                          AND  m.outcome = 'ok'))
