-- Stop when your user says stop.
--
-- The last prompt says "stop" or "stop doing things", and orders nothing else. Whatever comes next, even the next step of
-- a plan that was agreed on, is not wanted before they have said more. Looking at something is left alone, and so is ending
-- what still runs.

--- severity = "ask"
--- tools    = ["run", "edit", "write", "delete"]
--- repeat   = "once"
--- message  = "Your user has said stop, and nothing since. Say what is done and what is not, and wait for them."

SELECT 'stop ' || w.t AS subject
FROM   sessions s
JOIN   words w ON w.session = s.session AND w.t = s.prompted AND w.kind = 'plan' AND w.verb = 'halt'
WHERE  s.session = :session AND NOT coalesce(:inert, 0) AND coalesce(:kills, '[]') = '[]'
  AND  NOT EXISTS (SELECT 1 FROM words o
                   WHERE  o.session = w.session AND o.t = w.t AND o.kind IN ('order', 'standing', 'permission'))
LIMIT  1
