-- Hand over before the stage's time is up.
--
-- A stage that is killed at its time limit hands over nothing. It is told twice: at `percent` of its time, and when
-- the time is up. The time runs from the last prompt, or from the start of the session if there was none.

--- severity = "warn"
--- pack     = "pipeline"
--- repeat   = "once"
--- message  = "This stage has run for {minutes} of its {budget} minutes. {advice}"
---
--- says.advice.soon = "Begin nothing new: finish what is open, and write down what is left."
--- says.advice.now  = "Write down what is done and what is left, then stop."
---
--- options.budget  = 0    # minutes of one stage; 0 is no limit
--- options.percent = 80   # the part of it after which the stage is told first

SELECT CAST(spent / 60000 AS INTEGER) AS minutes, :budget AS budget,
       iif(spent < :budget * 60000, 'soon', 'up') || ' since ' || prompted AS subject,
       iif(spent < :budget * 60000, 'soon', 'now') AS advice
FROM  (SELECT s.prompted,
              :now - coalesce((SELECT e.at FROM events e
                               WHERE  e.session = s.session AND e.t = s.prompted AND e.moment = 'prompt'),
                               s.started) AS spent
       FROM   sessions s
       WHERE  s.session = :session)
WHERE  :budget > 0 AND spent >= :budget * 600 * :percent
