-- The session that a question is about: `:session`, or, if the project is asked, the latest that has edited or tested anything.

SELECT coalesce(:session, (SELECT session FROM recent_work LIMIT 1)) AS session
