-- What each `git add` has taken into the index by name, as absolute paths; '' is everything.

SELECT c.session, c.root, c.t, c.n,
       CASE WHEN w.value GLOB '-*' OR w.value IN ('.', './', ':/') OR w.value GLOB '*[*?[]*' THEN ''
            ELSE iif(w.value GLOB '/*', '', c.root || '/' || iif(c.dir = '', '', c.dir || '/'))
            || rtrim(iif(w.value GLOB './*', substr(w.value, 3), w.value), '/') END AS path
FROM   commands c
CROSS  JOIN json_each(c.args) w
WHERE  c.program = 'git add'
