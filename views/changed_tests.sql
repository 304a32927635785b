-- The tests that this session has changed: files of tests, and programs that have got assertions of
-- their own, as in Rust, which test only themselves (`alone`).

SELECT x.root, x.path, 0 AS alone
FROM   touches x INDEXED BY touches_of_tests
WHERE  x.session = :session AND x.class = 'test' AND x.kind IN ('edit', 'write') AND x.outcome = 'ok'
UNION  ALL
SELECT p.root, m.path, 1
FROM   changed_programs p
JOIN   marks m ON m.session = :session AND m.path = p.path AND m.mark = 'assertion' AND m.after > m.before
