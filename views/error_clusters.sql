-- The failures that share a message.

SELECT session, root, tool, message, count(*) AS tests, min(since) AS since, group_concat(test, ', ') AS names
FROM   failing
WHERE  message <> ''
GROUP  BY session, root, tool, message
