-- Use the tools of your part.
--
-- In a pipeline one agent finds out, one writes and one reviews. What each may use is listed in `allowed`; the rule
-- says nothing until it is. A change of a file by the shell counts as one, so that `run` is no way around
-- a missing `edit`; temporary files are left out.

--- severity = "block"
--- pack     = "pipeline"
--- tools    = ["read", "edit", "write", "delete", "run", "search", "fetch", "task", "other"]
--- message  = "This stage uses {tools} only, and this is a call of {what}. Note what is to be done, and leave it to the stage whose part it is."
---
--- options.allowed = []   # of read, edit, write, delete, run, search, fetch, task, other, and the client's names of single tools; all if it is empty

SELECT what, (SELECT group_concat(j.value, ', ') FROM json_each(:allowed) j) AS tools, what AS subject
FROM  (SELECT CASE WHEN :program <> '' THEN iif(:n = 0, 'run', '')
                   WHEN :via = 'shell' THEN iif(:kind IN ('edit', 'write', 'delete') AND :class <> 'scratch'
                                                AND 'run' IN (SELECT value FROM json_each(:allowed)), :kind, '')
                   WHEN :tool = 'other' THEN :name
                   ELSE :tool END AS what)
WHERE  json_array_length(:allowed) > 0 AND what <> '' AND what NOT IN (SELECT value FROM json_each(:allowed))
  AND  (:via = 'shell' OR :name NOT IN (SELECT value FROM json_each(:allowed)))
