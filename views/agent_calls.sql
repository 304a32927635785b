-- The calls that agents made: those that began or ended. Two things are recorded as ends and are no calls: a file that
-- a user attached to a prompt, and the notice that a task in the background has ended.

SELECT e.session, e.t
FROM   events e
WHERE  e.name NOT IN ('attachment', 'task-notification')
  AND (e.moment = 'before'
       OR e.moment = 'after' AND NOT EXISTS (SELECT 1 FROM events b
                                             WHERE  b.session = e.session AND b.t = e.t AND b.moment = 'before'))
