-- Do what you announce before the turn ends.
--
-- The turn ends, and nothing will happen until the user says go on, although the last line of the message says what
-- the agent will do next, or promises to tell when something is done, or is a tool call that was written as text
-- instead of being made.
--
-- The rule is silent
--
-- - if the message asks the user something or says that the work is done;
-- - if something that was started still runs or will wake the agent, such as a subagent of this turn;
-- - in plan mode, and after the user has refused a call of the turn.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- message  = "{what}"
---
--- says.what.next    = "Your message ends with what you will do next, and so does the turn: nothing happens until somebody writes to you. Do it now, or say what you wait for."
--- says.what.promise = "You promise to tell the user when it is done, but nothing that you started still runs: nothing happens until somebody writes to you. Do it now."
--- says.what.call    = "Your message is a tool call that was written as text, and nothing has run. Make the call."

SELECT 'turn ' || turn.began AS subject, min(said.label) AS what
FROM   turn
JOIN   labels said ON said.session = :session AND said.t = :t
                  AND (said.kind = 'announces' OR said.kind = 'claims' AND said.label = 'call')
WHERE  :mode <> 'plan'
  AND  NOT EXISTS (SELECT 1 FROM labels a
                   WHERE  a.session = :session AND a.t = :t AND a.kind = 'asks'
                   UNION  ALL
                   SELECT 1 FROM claims WHERE label IN ('done', 'tests_pass')
                   UNION  ALL
                   SELECT 1 FROM json_each(:running) r WHERE r.value GLOB 'agent:*')
  AND  NOT EXISTS (SELECT 1 FROM still_running s WHERE s.t > turn.began)
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t >= turn.began
                     AND  (d.reason = 'refused by the user' OR d.tool = 'task' AND said.label = 'promise'
                           OR d.name IN ('ScheduleWakeup', 'CronCreate', 'Monitor', 'schedule')))
GROUP BY turn.began
