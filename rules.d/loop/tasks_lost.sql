-- Merge a list of tasks instead of overwriting it.
--
-- A list is shared with the people who add to it. An agent that writes it anew from what it remembers loses
-- what others have added since. The rule counts the items before and after the file is written as a whole or
-- deleted, and speaks if open ones are gone and were not ticked off. An item that is removed by
-- an edit of its line is left to the agent.

--- severity = "warn"
--- pack     = "loop"
--- tools    = ["write", "delete"]
--- when     = ["after"]
--- message  = "{file} had {before} open {before:item|items} and has {left} after this. Put back the items that you neither finished nor added yourself, and from now on edit single lines."
---
--- options.lists = ["TASKS.md", "TODO.md", "PLAN.md", "fix_plan.md", "IMPLEMENTATION_PLAN.md"]   # globs of the lists of tasks, relative to the project

SELECT :file AS file, o.before, iif(o.after = 0, 'none', o.after) AS left
FROM   marks o
LEFT   JOIN marks d ON d.session = o.session AND d.path = o.path AND d.t = o.t AND d.mark = 'done'
WHERE  o.session = :session AND o.path = :path AND o.t = :t AND o.mark = 'open'
  AND  o.before - o.after > max(coalesce(d.after - d.before, 0), 0)
  AND  EXISTS (SELECT 1 FROM json_each(:lists) l WHERE :file GLOB l.value)
