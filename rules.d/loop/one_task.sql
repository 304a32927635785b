-- Do one task in an iteration.
--
-- A loop begins each task afresh, with a context that holds nothing else. An iteration lasts from a prompt, or
-- from an attempt to stop, to the next. A commit after which more items of the list are ticked off
-- than `most` is told once in an iteration. Items of a new list do not count.

--- severity = "warn"
--- pack     = "loop"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "{n} items of {file} were ticked off in this iteration, which is to do {most}. Commit what is done, then stop: the next task begins afresh."
---
--- options.lists = ["TASKS.md", "TODO.md", "PLAN.md", "fix_plan.md", "IMPLEMENTATION_PLAN.md"]   # globs of the lists of tasks, relative to the project
--- options.most  = 1   # tasks of one iteration

WITH iteration (began) AS MATERIALIZED (
  SELECT max(turn.began, coalesce((SELECT max(e.t) FROM events e
                                   WHERE  e.session = :session AND e.moment = 'stop' AND e.t > turn.began), 0))
  FROM   turn
)
SELECT k.file, sum(m.after - m.before) AS n, iif(:most = 1, 'one', :most) AS most,
       'iteration from ' || i.began AS subject
FROM   iteration i
JOIN   marks m ON m.session = :session AND m.mark = 'done' AND m.t >= i.began
JOIN   touches k ON k.session = :session AND k.path = m.path AND k.t = m.t AND k.root = :root
WHERE  k.kind IN ('edit', 'write') AND k.lines_before > 0 AND :commits
  AND  EXISTS (SELECT 1 FROM json_each(:lists) l WHERE k.file GLOB l.value)
GROUP  BY m.path
HAVING n > :most
ORDER  BY n DESC
LIMIT  1
