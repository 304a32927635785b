-- The number of edits in a project since the last test run or trial (state/tried_*.sql).

SELECT session, root, edits, last_edit, last_run
FROM   tally
