-- The names, as globs in lower case, of files that have "test" or "spec" in their names and no tests in them: what all
-- tests of a folder share, and the snapshots that they are compared with.

SELECT value AS name
FROM   json_each('["*.snap", "conftest.py", "*_helper.*", "*helpers.*", "*[-_.]setup.*", "setup[-_]*", "*testutil*.*"]')
