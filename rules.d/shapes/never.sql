-- Never run a command or edit a file: npm where pnpm is used, what a generator writes.
--
-- A command is taken as it is written: `npx vitest` is not `vitest`, but `sudo npm i` is `npm`.

--- severity = "off"
--- pack     = "shapes"
--- message  = "The rules of this project do not allow {edits:changes of |}{what}.{instead: Use |}{instead}{instead: instead.|}"
--- takes    = { commands = "written_calls", edit = "paths", only = "|new" }
---
--- options.commands     = []      # commands with the words that make them wrong, tools as "tool:NAME" or "mcp:NAME"
--- options.edit         = []      # globs of files
--- options.instead      = []      # what is right
--- options.only         = ""      # "new": only files that are not there
--- options.unless_asked = false   # not if the user has asked for it
--- options.bare         = false   # only without operands of its own

SELECT '`' || coalesce(nullif(:file, ''), nullif(:text, ''), :name) || '`' AS what, coalesce(:file, '') AS edits,
       coalesce((SELECT '`' || group_concat(value, '` or `') || '`' FROM json_each(:instead)), '') AS instead
WHERE  (:only <> 'new' OR coalesce(:file, '') = '' OR NOT :on_disk)
  AND  NOT (:unless_asked AND EXISTS (SELECT 1 FROM asked_for))
