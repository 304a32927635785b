-- Let the user work on production.
--
-- A session with a database whose name says production is one typing error away from everybody's data. So is a migration or a
-- seed of a database that is not on this machine: others work with it, and most projects have a pipeline for that. A line that
-- only reads with a SELECT is left alone, and so are files that are copied to such a machine for a deployment that the user wants.

--- severity = "ask"
--- deeds    = ["reaches"]
--- message  = "`{text}` {why}. Ask your user, or work on a copy."
---
--- says.why.production = "reaches {what}, which is production by its name"
--- says.why.database   = "changes a database that others use ({what})"

SELECT :text AS text, value ->> 'name' AS what, value ->> 'of' AS why FROM json_each(:reaches)
WHERE  (:program NOT IN ('scp', 'rsync') AND value ->> 'of' = 'production')
   OR  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb IN ('deploy', 'publish', 'migrate') OR verb = 'restart' AND :program IN ('scp', 'rsync')
                      OR  verb = 'run' AND named)
