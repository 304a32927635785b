-- Leave protected files alone.
--
-- Some files are decided by people: a licence, the law that a project gives its agents, signed migrations. No
-- rule says that changing them is fine, and no option of this one excepts a part of them. With `locked = true` in the user's or the
-- system's configuration no project can take the protection away. The rule says nothing until `protected` lists files.

--- severity = "block"
--- pack     = "review"
--- tools    = ["edit", "write", "delete"]
--- message  = "{file} is protected, by {pattern}. Leave it as it is, and tell your user what you would change in it and why."
---
--- options.protected = []   # globs of the files, relative to the project, or absolute; none if it is empty

SELECT :file AS file, p.value AS pattern
FROM   json_each(:protected) p
WHERE  :file GLOB p.value OR :path GLOB p.value
LIMIT  1
