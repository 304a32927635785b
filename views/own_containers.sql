-- The containers that this session has started, on this machine or with a line for another one, by the names that it gave them
-- (docker run --name N).

SELECT c.t, substr(c.rest, 1, instr(c.rest || ' ', ' ') - 1) AS name
FROM  (SELECT o.t, ltrim(substr(o.text, instr(o.text, '--name') + 6), ' =') AS rest
       FROM   own_commands o
       WHERE  o.t > :t - 500 AND o.t < :t AND o.outcome <> 'failed'
         AND  (o.text GLOB '*docker run *--name*' OR o.text GLOB '*podman run *--name*')) c
