-- Do not overwrite a key with a placeholder.
--
-- A file that holds credentials was shown without its values, or a template of it is written over it: the names stay, and stars or
-- "your-key" come in the place of what only this file has. Nobody commits such a file, so nothing brings the values back.

--- severity = "ask"
--- tools    = ["edit", "write"]
--- message  = "This puts {n:a placeholder|placeholders} in the place of {n} {n:value|values} of {file}, and no commit has what was there. Change only the line that you mean, or ask your user."

SELECT :file AS file, :masked AS n WHERE :masked > 0
