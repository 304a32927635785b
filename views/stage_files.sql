-- The artefacts of this stage that are there, each with when this session made it: wrote it, or read it
-- after a command of the turn that may have.

SELECT f.file, f.made
FROM  (SELECT a.value AS file,
              coalesce((SELECT max(+w.t) FROM touches w
                        WHERE  w.session = :session AND w.path = :root || '/' || a.value AND w.outcome = 'ok'
                          AND  +w.kind IN ('edit', 'write', 'rewrite', 'output')),
                       (SELECT max(+r.t) FROM touches r
                        WHERE  r.session = :session AND r.path = :root || '/' || a.value AND r.outcome = 'ok'
                          AND  +r.kind IN ('read', 'scan')
                          AND  EXISTS (SELECT 1 FROM commands c
                                       WHERE  c.session = :session AND c.t >= (SELECT began FROM turn) AND c.t < r.t
                                         AND  NOT c.inert))) AS made
       FROM   json_each(:artefacts) a) f
WHERE  f.made IS NOT NULL
  AND  NOT EXISTS (SELECT 1 FROM touches g
                   WHERE  g.session = :session AND g.path = :root || '/' || f.file AND +g.kind = 'delete'
                     AND  g.outcome = 'ok' AND +g.t >= f.made)
