-- Let the user work on production.
--
-- In a session with a database whose name says production, one typing error changes the data of all users. A migration
-- or a seed of a database on another machine changes what others work with, and most projects have a pipeline for
-- that. The rule is silent about a line that only reads with a SELECT, and about files that are copied to such a
-- machine for a deployment that the user wants.

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
