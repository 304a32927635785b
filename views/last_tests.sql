-- The command with which this session last ran tests in each project, and the language of these.

SELECT y.root, c.text AS command, r.language
FROM   tally y
CROSS  JOIN runs r ON r.session = y.session AND r.t = y.last_run AND r.root = y.root AND r.kind = 'test'
JOIN   commands c ON c.session = r.session AND c.t = r.t AND c.n = r.command
WHERE  y.session = :session
