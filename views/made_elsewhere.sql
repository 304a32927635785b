-- The things that this command drops elsewhere and that this session has created, or creates earlier on this line, by
-- their names: with a command such as `gcloud … create NAME`, or a statement CREATE TABLE NAME. A thing that is
-- created only if it does not exist is left out, because it may have been there before. A secret or variable whose
-- value the session has set counts as created: the value before it went then.

SELECT d.value ->> 'name' AS name
FROM   json_each(:drops) d
CROSS  JOIN commands c ON c.session = :session AND c.t > :t - 500
CROSS  JOIN json_each(c.args) a
LEFT   JOIN events e ON e.session = c.session AND e.t = c.t AND e.moment = 'after'
WHERE  d.value ->> 'name' <> '' AND (c.t = :t AND c.n < :n OR e.outcome IN ('ok', 'unknown'))
  AND  (a.value = d.value ->> 'name'
        AND (instr(c.program, 'create') OR EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value GLOB 'create*')
             OR c.text GLOB '* secret*' AND EXISTS (SELECT 1 FROM json_each(c.args) w WHERE w.value IN ('set', 'put')))
        OR lower(a.value) || ' ' GLOB '*create*table[ ."`]*' AND instr(lower(a.value), 'if not exists') = 0
           AND lower(a.value) || ' ' GLOB '*create*[ ."`]' || lower(d.value ->> 'name') || '[ (;"`]*')
