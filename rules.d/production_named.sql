-- Let the user work on production.
--
-- A session with a database whose name says production is one typing error away from everybody's data. A line that
-- only reads with a SELECT is left alone.

--- severity = "ask"
--- deeds    = ["reaches"]
--- message  = "`{text}` opens {what}, which is production by its name. Ask your user, or work on a copy."

SELECT :text AS text, value ->> 'name' AS what FROM json_each(:reaches)
