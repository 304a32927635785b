-- The edits of programs and tests since tests last ran, or of the whole session if none ran, a row for each, without those that
-- were taken back.

SELECT y.session, y.root, e.path, e.file, e.t
-- The order of the join and the index are forced: without statistics, SQLite assumes ten rows per session.
FROM   tally y
CROSS  JOIN touches e INDEXED BY touches_in_order ON e.session = y.session AND e.t > coalesce(y.last_run, -1)
                                                 AND e.root = y.root
WHERE  e.kind IN ('edit', 'write') AND e.outcome = 'ok' AND e.manner <> 'same' AND e.class IN ('code', 'test')
  AND  NOT EXISTS (SELECT 1 FROM touches b
                   WHERE  b.session = e.session AND b.path = e.path AND b.manner IN ('restore', 'undo')
                     AND  b.outcome = 'ok' AND +b.t >= e.t)
