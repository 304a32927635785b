-- Hand over before the stage's calls are used up.
--
-- A stage of a pipeline that runs into its limit in the middle of a change hands over nothing. It is
-- told twice: at `percent` of its budget, and when the budget is used up. Each subagent has a budget of its own, and
-- after its context was compacted an agent begins anew. For tokens there is `token_budget`, with the clients that tell them.

--- severity = "warn"
--- pack     = "pipeline"
--- repeat   = "once"
--- message  = "This stage has made {n} of its {budget} calls. {advice}"
---
--- says.advice.soon = "Begin nothing new: finish what is open, and write down what is left."
--- says.advice.now  = "Write down what is done and what is left, then stop."
---
--- options.budget  = 0    # calls of one stage; 0 is no limit
--- options.percent = 80   # the part of it after which the stage is told first

SELECT n, :budget AS budget, iif(n < :budget, 'soon', 'used up') || ' since ' || since AS subject,
       iif(n < :budget, 'soon', 'now') AS advice
FROM  (SELECT s.since, (SELECT count(*) FROM events e
                        WHERE  e.session = :session AND e.t > max(s.since, :t - :budget * 10)
                          AND  e.moment = 'after' AND e.actor = :actor) AS n
       FROM  (SELECT coalesce(max(c.t), 0) AS since FROM events c
              WHERE  c.session = :session AND c.t > :t - :budget * 10 AND c.moment = 'compact' AND c.actor = :actor) s
       WHERE :t * 100 >= :budget * :percent)
WHERE  :budget > 0 AND n * 100 >= :budget * :percent
