-- Go on while the list has open tasks.
--
-- An unattended loop works off a list of `- [ ]` items, and ends when there is none. A turn that read or
-- changed the list is kept from ending while one is open, as long as the agent gets anywhere: after
-- `patience` attempts to stop without a changed file in between it may stop. An item that cannot be done
-- loses its box, so that a list never holds an agent that has done what it could. In plan mode the
-- rule is silent.

--- severity = "block"
--- pack     = "loop"
--- when     = ["stop"]
--- holds    = 20
--- message  = "{file} has {open} open {open:item|items} and {done} done. Go on with the next one and tick it off. If an item cannot be done, put the reason in the place of its box."
---
--- options.lists    = ["TASKS.md", "TODO.md", "PLAN.md", "fix_plan.md", "IMPLEMENTATION_PLAN.md"]   # globs of the lists of tasks, relative to the project
--- options.patience = 3   # attempts to stop without a changed file, after which the agent may

SELECT k.file, open.n AS open,
       coalesce((SELECT m.after FROM marks m
                 WHERE  m.session = :session AND m.path = open.path AND m.mark = 'done' ORDER BY m.t DESC LIMIT 1),
                 0) AS done
FROM  (SELECT m.path, max(m.t) AS t, m.after AS n
       FROM   marks m WHERE m.session = :session AND m.mark = 'open' GROUP BY m.path) open
CROSS  JOIN touches k ON k.session = :session AND k.path = open.path AND +k.t = open.t AND k.root = :root
CROSS  JOIN turn
WHERE  open.n > 0 AND :mode <> 'plan'
  AND  EXISTS (SELECT 1 FROM json_each(:lists) l WHERE k.file GLOB l.value)
  -- In this turn, and it is still there.
  AND  EXISTS (SELECT 1 FROM touches u
               WHERE  u.session = :session AND u.path = open.path AND u.outcome = 'ok' AND u.t >= turn.began)
  AND  coalesce((SELECT u.kind FROM last_changes u WHERE u.session = :session AND u.path = open.path), '') <> 'delete'
  AND  :patience > (SELECT count(*) FROM idle_stops)
ORDER  BY open.t DESC
LIMIT  1
