-- Go on while your own list of tasks is open.
--
-- Agents keep a list of tasks with a tool of their client. A turn that ends with open items in it has left work, or has not said so. A
-- turn that changed the list is kept from ending as long as it gets anywhere: after `patience` attempts to stop
-- without a change of the list or of a file it may stop. In plan mode the rule is silent, and after the user has refused a call of the
-- turn. A list that was only made in this turn, with nothing of it begun, is a plan. After a question to the user the rule only warns: what
-- the agent asks about, such as deleting what is not its own, may be nothing that it should decide. While a subagent of the turn still
-- works it is silent: the client wakes the agent when that has ended.

--- severity = "block"
--- pack     = "loop"
--- when     = ["stop"]
--- holds    = 20
--- message  = "Your list of tasks has {open} open {open:item|items} and {done} done. Go on with the next one and mark it as done. Delete an item that cannot be done, and say why."
---
--- options.patience = 3   # attempts to stop without a change, after which the agent may

SELECT open, done,
       iif(EXISTS (SELECT 1 FROM labels a WHERE a.session = :session AND a.kind = 'asks' AND a.t = :t),
           'warn', 'block') AS severity
FROM  (SELECT count(*) FILTER (WHERE o.state IN ('open', 'doing')) AS open,
              count(*) FILTER (WHERE o.state = 'done') AS done,
              max(o.t) AS t, max(o.state <> 'open') AS begun
       FROM   todos o WHERE o.session = :session AND o.actor = :actor) list
CROSS  JOIN turn
WHERE  open > 0 AND begun AND list.t >= turn.began AND :mode <> 'plan'
  AND  NOT EXISTS (SELECT 1 FROM events d
                   WHERE  d.session = :session AND d.t >= turn.began AND d.reason = 'refused by the user')
  AND  NOT EXISTS (SELECT 1 FROM events b
                   WHERE  b.session = :session AND b.t >= turn.began AND b.moment = 'subagent_start'
                     AND  b.actor <> :actor
                     AND  NOT EXISTS (SELECT 1 FROM events d
                                      WHERE  d.session = :session AND d.t > b.t AND d.moment = 'subagent_stop'
                                        AND  d.actor = b.actor))
  AND  :patience > (SELECT count(*) FROM idle_stops i WHERE i.t > list.t)
