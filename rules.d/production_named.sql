-- Let the user work on production.
--
-- A session with a database whose name says production is one typing error away from everybody's data. A line that
-- only reads with a SELECT is left alone, and so are files that are copied to such a machine for a deployment that the user wants.

--- severity = "ask"
--- deeds    = ["reaches"]
--- message  = "`{text}` reaches {what}, which is production by its name. Ask your user, or work on a copy."

SELECT :text AS text, value ->> 'name' AS what FROM json_each(:reaches)
WHERE  :program NOT IN ('scp', 'rsync')
   OR  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('deploy', 'publish', 'restart') OR verb = 'run' AND named)
