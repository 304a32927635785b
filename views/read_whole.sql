-- The reads of this session that have shown a file to its end, or all lines that it had then. A search shows the lines that it finds.

SELECT r.t
FROM   touches r
WHERE  r.session = :session AND r.path = :path AND r.outcome = 'ok' AND +r.t <= :t AND r.kind = 'read'
  AND  (r.first_line IS NULL AND r.last_line IS NULL
           AND NOT EXISTS (SELECT 1 FROM commands c
                           WHERE  c.session = r.session AND c.t = r.t
                             AND  c.program IN ('grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'git grep'))
        OR r.last_line - r.first_line + 1 >= coalesce(r.lines, :lines_before, r.last_line))
