-- One row if this actor has read the file of this call again since its last failing round: after
-- it, or after the run on the line of that round, as in `pytest; cat cart.py`.

SELECT r.t
FROM   thrashing w
CROSS  JOIN touches r ON r.session = :session AND r.path = :path AND r.actor = :actor
  AND  r.kind = 'read' AND r.outcome = 'ok'
WHERE  w.session = :session AND w.path = :path
  AND  (+r.t > w.last
        OR +r.t = w.last
           AND EXISTS (SELECT 1 FROM commands c
                       WHERE  c.session = :session AND c.t = w.last AND c.inert AND instr(c.text, :base)
                         AND  c.n > (SELECT max(x.command) FROM runs x WHERE x.session = :session AND x.t = w.last)))
