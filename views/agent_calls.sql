-- The calls that agents made: those that began or ended. A file that a user attached to a prompt and the notice that a task in the
-- background has ended are recorded as ends, too, and are no calls.

SELECT DISTINCT session, t FROM events
WHERE  moment IN ('before', 'after') AND name NOT IN ('attachment', 'task-notification')
