-- Let the user drop data.
--
-- A volume, a database, a bucket or a backup is seldom in another backup, and nobody can rebuild what people have put
-- into it.
--
-- The rule is silent about data that this session created, volumes of services that it alone has started, and
-- databases in memory, below /tmp, or for tests on this machine.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` deletes {what} for good. Let the user decide, or work on a copy."

SELECT :text AS text, d.value ->> 'what' AS what
FROM   json_each(:drops) d
WHERE  d.value ->> 'of' = 'data'
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'drop data' OR verb IN ('delete', 'run') AND named)
  AND  NOT EXISTS (SELECT 1 FROM made_elsewhere m WHERE m.name = d.value ->> 'name')
  AND  NOT EXISTS (SELECT 1 FROM own_volumes)
