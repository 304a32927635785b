-- The tests that passed before an edit of this session and have failed since. `broken_by` is the last file edited in
-- between that has not been put back since.

SELECT session, root, tool, suite, test, name, file, message, passed, since, last, broken_by
FROM   failures
WHERE  cleared IS NULL AND apart = ''
