-- Decide yourself where nobody answers.
--
-- In an unattended loop a question waits for ever, or the client answers it with nothing. What
-- the agent decides instead belongs into a file, where a person finds it.

--- severity = "block"
--- pack     = "loop"
--- tools    = ["other"]
--- message  = "{question} waits for an answer, and nobody is there to give one. Decide, and note the question and your decision where the user will read them."
---
--- options.questions = ["AskUserQuestion", "ExitPlanMode", "AskUser", "ask_user", "ask_user_question", "ask_question", "ask_followup_question", "request_user_input", "exit_plan_mode", "question"]   # the names of tools that wait for the user

SELECT :name AS question
WHERE  :name IN (SELECT value FROM json_each(:questions))
