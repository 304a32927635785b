-- Do what you announce before the turn ends.
--
-- The last line of the message says what the agent will do next, or the message is a tool call that was written as text instead
-- of being made, and the turn ends there: nothing happens until the user says go on. The rule is silent where the message
-- asks the user something or says that the work is done, where something that was started still runs, in plan mode, and after
-- the user has refused a call of the turn.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- message  = "{what}"
---
--- says.what.announces = "Your message ends with what you will do next, and so does the turn: nothing happens until somebody writes to you. Do it now, or say what you wait for."
--- says.what.claims    = "Your message is a tool call that was written as text, and nothing has run. Make the call."

SELECT 'turn ' || turn.began AS subject, min(said.kind) AS what
FROM   turn
JOIN   labels said ON said.session = :session AND said.t = :t
                  AND (said.kind = 'announces' OR said.kind = 'claims' AND said.label = 'call')
WHERE  :mode <> 'plan'
  AND  NOT EXISTS (SELECT 1 FROM labels a
                   WHERE  a.session = :session AND a.t = :t AND a.kind = 'asks'
                   UNION  ALL
                   SELECT 1 FROM claims WHERE label IN ('done', 'tests_pass'))
  AND  NOT EXISTS (SELECT 1 FROM still_running s WHERE s.t > turn.began)
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t >= turn.began AND d.reason = 'refused by the user')
GROUP  BY turn.began
