-- The programs of a project that were there before this session and that it has changed, with how
-- many lines they have grown. What was put back or removed is not changed, and what only tests need
-- is no program.

SELECT e.root, e.path, e.file, sum(e.lines_after - e.lines_before) AS grown
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t >= y.first_edit AND e.root = y.root
WHERE  y.session = :session AND y.root = :root AND e.class = 'code' AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
  AND  e.actor <> '*' AND e.manner NOT IN ('same', 'undo', 'restore') AND lower('/' || e.file) NOT GLOB '*/*test*/*'
  AND  NOT EXISTS (SELECT 1 FROM touches o
                   WHERE  o.session = :session AND o.path = e.path AND o.outcome = 'ok'
                     AND  (o.kind = 'write' AND NOT o.on_disk
                           OR (o.manner IN ('restore', 'undo') OR o.kind = 'delete') AND +o.t >= e.t))
GROUP  BY e.root, e.path
