-- The files that a command of this session has lately fetched from another machine. A script that fetches something, and
-- was written and run by the same line, is not what it fetches.

SELECT saved.path, c.text, c.t
FROM   commands c
CROSS  JOIN touches saved INDEXED BY touches_in_order ON saved.session = :session AND saved.t = c.t
WHERE  c.session = :session AND c.t > :t - 100 AND (c.t < :t OR c.n < :n)
       AND c.program IN ('curl', 'wget', 'aria2c', 'http')
  AND  saved.kind IN ('write', 'output') AND saved.via <> 'tool'
  AND  NOT (c.via <> '' AND instr(c.via, saved.file || ':') = 1)
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value GLOB '*localhost*' OR value GLOB '*127.0.0.1*')
