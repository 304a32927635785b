-- One row if this actor has read the file of this call again since its last failing round: after it, or after the run on
-- the line of that round, as in `pytest; cat cart.py`. A file outside of the project counts, too, if it was read after
-- the round: a runner writes reports and logs there, and they show the failure itself.

SELECT r.t
FROM   thrashing w
CROSS  JOIN touches r INDEXED BY touches_in_order ON r.session = :session AND r.t >= w.last AND r.actor = :actor
  AND  r.kind = 'read' AND r.outcome = 'ok'
WHERE  w.session = :session AND w.path = :path
  AND  (r.t > w.last AND (r.path = :path OR r.root <> w.root)
        OR r.t = w.last AND r.path = :path
           AND EXISTS (SELECT 1 FROM commands c
                       WHERE  c.session = :session AND c.t = w.last AND c.inert AND instr(c.text, :base)
                         AND  c.n > (SELECT max(x.command) FROM runs x WHERE x.session = :session AND x.t = w.last)))
