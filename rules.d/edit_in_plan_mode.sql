-- Change nothing while a plan is being made.
--
-- In plan mode, where the prompt says that something is to be discussed or planned first, and in a freeze that the user has announced, the user wants to decide. A file of the project that is changed then, also by a shell command, goes
-- ahead of that decision. The file in which the client keeps its plan is outside of the project, so it is not meant.

--- severity = "warn"
--- tools    = ["edit", "write", "delete"]
--- repeat   = "once"
--- message  = "{why}, and this changes {file}. Put it into the plan, and change it when your user has agreed."

SELECT why, :file AS file, 'plan mode' AS subject
FROM   planning
WHERE  :root <> '' AND :class IN ('code', 'test', 'settings')
LIMIT  1
