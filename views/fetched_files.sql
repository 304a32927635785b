-- The files that a command of this session has lately fetched from another machine, or fetches earlier on this line.

SELECT w.path, c.text, c.t
FROM   commands c
CROSS  JOIN touches w ON w.session = :session AND w.t = c.t
WHERE  c.session = :session AND c.t > :t - 100 AND (c.t < :t OR c.n < :n) AND c.program IN ('curl', 'wget', 'aria2c', 'http')
  AND  w.kind IN ('write', 'output') AND w.via <> 'tool'
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value GLOB '*localhost*' OR value GLOB '*127.0.0.1*')
