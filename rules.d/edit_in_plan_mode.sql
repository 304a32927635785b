-- Change nothing while a plan is being made.
--
-- In plan mode the user wants to see and decide first. A file of the project that is changed then, also by a shell command, goes
-- ahead of that decision. The client's own file for the plan lies outside of the project.

--- severity = "warn"
--- tools    = ["edit", "write", "delete"]
--- repeat   = "once"
--- message  = "You are in plan mode, and this changes {file}. Put it into the plan, and change it when your user has agreed."

SELECT :file AS file, 'plan mode' AS subject
FROM   planning
WHERE  :root <> '' AND :class IN ('code', 'test', 'settings')
