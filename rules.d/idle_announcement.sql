-- Do what you announce before the turn ends.
--
-- The last line of the message says what the agent will do next, and the turn ends there: nothing happens until the
-- user says go on. The rule is silent where the message asks the user something or says that the work is done, where
-- something that was started still runs, in plan mode, and after the user has refused a call of the turn.

--- severity = "warn"
--- when     = ["stop", "subagent_stop"]
--- repeat   = "once"
--- message  = "Your message ends with what you will do next, and so does the turn: nothing happens until somebody writes to you. Do it now, or say what you wait for."

SELECT 'turn ' || turn.began AS subject
FROM   turn
WHERE  EXISTS (SELECT 1 FROM labels a
               WHERE  a.session = :session AND a.t = :t AND a.kind = 'announces')
  AND  :mode <> 'plan'
  AND  NOT EXISTS (SELECT 1 FROM labels a
                   WHERE  a.session = :session AND a.t = :t AND a.kind = 'asks'
                   UNION  ALL
                   SELECT 1 FROM claims WHERE label IN ('done', 'tests_pass'))
  AND  NOT EXISTS (SELECT 1 FROM still_running s WHERE s.t > turn.began)
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t >= turn.began AND d.reason = 'refused by the user')
