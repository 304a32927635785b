-- Leave alone what was given to the stage to be read.
--
-- A specification or a contract that a stage changes to fit its result is no contract any more. The rule says nothing until
-- `readonly` lists files.

--- severity = "block"
--- pack     = "pipeline"
--- tools    = ["edit", "write", "delete"]
--- message  = "{file} was given to this stage to be read. Leave it as it is, and note in your result what should change in it."
---
--- options.readonly = []   # globs of the files, relative to the project; none if it is empty

SELECT :file AS file
WHERE  EXISTS (SELECT 1 FROM json_each(:readonly) r WHERE :file GLOB r.value)
