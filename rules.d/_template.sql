-- Leave generated files alone.
--
-- The first line says what the agent should do. This paragraph gives the reason, and says when
-- the rule is wrong. An edit of a generated file is lost when the file is generated again.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- message  = "{file} is in {below}/, whose files are generated. Change the source that it is generated from."
---
--- options.below = "generated"   # the folder of generated files, relative to the project

SELECT :file AS file, :below AS below
WHERE  :file GLOB :below || '/*'
