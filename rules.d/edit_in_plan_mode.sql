-- Change nothing while a plan is being made.
--
-- The user wants to decide first: the client is in plan mode, the prompt says that something is to be discussed or
-- planned, or they have announced a freeze. A file of the project that is changed then, also by a shell command, comes
-- before that decision. Files outside of the project are left alone: one of them is where the client keeps its plan.

--- severity = "warn"
--- tools    = ["edit", "write", "delete"]
--- repeat   = "once"
--- message  = "{why}, and this changes {file}. Put it into the plan, and change it when your user has agreed."

SELECT why, :file AS file, 'plan mode' AS subject
FROM   planning
WHERE  :root <> '' AND :class IN ('code', 'test', 'settings')
LIMIT  1
