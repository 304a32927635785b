-- Do not delete below a variable that may be empty.
--
-- `rm -rf "$DIR"/` is the whole system if nothing has set DIR. `"${DIR:?}"/` stops instead.

--- severity = "ask"
--- deeds    = ["destroys"]
--- message  = "`{text}` deletes the whole system if its variable is empty. Check the variable on the same line, or name the folder."

SELECT :text AS text FROM json_each(:destroys) WHERE value ->> 'place' = 'empty' LIMIT 1
