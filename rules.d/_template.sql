-- Leave generated files alone.
--
-- The sentence above says what the agent should do; here stands why, and when the rule is
-- wrong. An edit of a generated file is lost as soon as the file is generated again.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- message  = "{file} lies in {folder}/, whose files are generated. Change what it is generated from."
---
--- options.folder = "generated"   # the folder of generated files, relative to the project

SELECT :file AS file, :folder AS folder
WHERE  :file GLOB :folder || '/*'
