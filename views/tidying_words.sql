-- Words in the name of a task that only tidies up, generates or installs: running it tries nothing
-- out.

SELECT value AS word FROM json_each('["fmt", "format", "clean", "install", "deps", "gen"]')
