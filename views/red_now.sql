-- The failures that stand, of the session `:session`, or, if that is NULL, of the project. A session inherits what the one
-- before it left red; as long as it has not seen that fail itself, it stays the other one's.

WITH standing AS MATERIALIZED (SELECT session, root, tool, suite, test FROM left_failing)
SELECT f.*
FROM   failures f
WHERE  f.cleared IS NULL AND (f.session, f.root, f.tool, f.suite, f.test) IN standing
