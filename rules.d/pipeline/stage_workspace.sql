-- Write in the workspace of the stage.
--
-- What is outside belongs to other stages or to the user, and nobody looks there for what this one has made. The
-- workspace is the project in which the session began, or of it only what `workspace` lists. Temporary files are not held
-- against anybody.

--- severity = "block"
--- pack     = "pipeline"
--- tools    = ["edit", "write", "delete"]
--- message  = "{file} is outside of this stage's workspace, {workspace}. Write your result there, and note what should change elsewhere."
---
--- options.workspace = []   # globs of the files that the stage may change, relative to the project; all if it is empty
--- options.also      = ["*/.claude*/plans/*", "*/.claude*/projects/*/memory/*"]   # absolute globs of other files that it may change: here, where a client keeps its plans and its memory

--- options.temporary = ["/tmp/*", "/private/tmp/*", "/var/tmp/*", "/var/folders/*"]   # absolute globs of temporary files, and of whole projects that are checked out among them

SELECT iif(:root = s.root, :file, :path) AS file,
       iif(json_array_length(:workspace) = 0, s.root,
           (SELECT group_concat(j.value, ', ') FROM json_each(:workspace) j)) AS workspace
FROM   sessions s
WHERE  s.session = :session AND s.root <> '' AND :class <> 'scratch'
  AND  NOT EXISTS (SELECT 1 FROM json_each(:also) a WHERE :path GLOB a.value)
  AND  NOT EXISTS (SELECT 1 FROM json_each(:temporary) g WHERE :path GLOB g.value AND s.root NOT GLOB g.value)
  AND  (substr(:path, 1, length(s.root) + 1) <> s.root || '/'
        OR json_array_length(:workspace) > 0
           AND NOT EXISTS (SELECT 1 FROM json_each(:workspace) w WHERE substr(:path, length(s.root) + 2) GLOB w.value))
