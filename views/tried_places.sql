-- What the tests and programs that this session has run may have tried: the place that a run of tests names, a part of
-- paths, or NULL for all below the folder `dir`, '' for all of the project. What a word of a task means is not known
-- unless it is a path, and a filter that cannot be interpreted may choose any folder.

SELECT a.t, c.root, w.value AS place,
       iif(a.how = 'run' OR c.dir = '?' OR c.selection GLOB '*"[?]*', '', c.dir) AS dir
FROM   trials a
JOIN   commands c ON c.session = :session AND c.t = a.t AND c.n = a.n
LEFT   JOIN json_each(c.selection) w ON a.how = 'test' AND w.value NOT GLOB '[~?]*'
                                    AND (c.task = '' OR instr(w.value, '/'))
WHERE  a.how <> 'check'
