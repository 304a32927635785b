-- The edits of the pile: of programs and tests, since anything in their project was tested or tried
-- out.

SELECT y.root, y.pile, e.t, e.path, e.file, e.class, e.kind = 'write' AND NOT e.on_disk AS made
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.pile AND e.root = y.root
WHERE  y.session = :session AND e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.class IN ('code', 'test')
