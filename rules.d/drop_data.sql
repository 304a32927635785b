-- Let the user drop data.
--
-- A volume, a database, a bucket or a backup is seldom in another backup, and nobody can rebuild what people have put
-- into it. Volumes that this session created may go, and so may a database in memory or in /tmp.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` deletes {what} for good. Let the user decide, or work on a copy."

SELECT :text AS text, d.value ->> 'what' AS what
FROM   json_each(:drops) d
WHERE  d.value ->> 'of' = 'data'
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'drop data' OR verb IN ('delete', 'run') AND named)
  AND  NOT EXISTS (
         SELECT 1 FROM commands c, json_each(c.args) a
         WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n)
           AND  c.program IN ('docker volume', 'podman volume', 'createdb') AND c.args NOT GLOB '["rm"*'
                  AND a.value = d.value ->> 'name')
