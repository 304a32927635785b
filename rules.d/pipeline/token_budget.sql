-- Hand over before the stage's tokens are used up.
--
-- A stage of a pipeline that is cut off at its limit hands over nothing. It is told twice: at `percent` of its budget, and when
-- the budget is used up. Tokens are those that the client's transcript tells, without what the provider had in its cache.
-- Each subagent has a budget of its own. The rule is silent with a client whose transcript does not tell them.

--- severity = "warn"
--- pack     = "pipeline"
--- repeat   = "once"
--- message  = "This stage has used {used} of its {budget} tokens. {advice}"
---
--- says.advice.soon = "Begin nothing new: finish what is open, and write down what is left."
--- says.advice.now  = "Write down what is done and what is left, then stop."
---
--- options.budget  = 0    # tokens of one stage; 0 is no limit
--- options.percent = 80   # the part of it after which the stage is told first

SELECT format('%,d', :tokens) AS used, format('%,d', :budget) AS budget,
       iif(:tokens < :budget, 'soon', 'used up') AS subject,
       iif(:tokens < :budget, 'soon', 'now') AS advice
WHERE  :budget > 0 AND :tokens * 100 >= :budget * :percent
