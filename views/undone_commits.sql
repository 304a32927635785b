-- The projects in which `git reset` has taken commits apart since the user's last prompt and kept
-- their files.

SELECT c.root, c.t
FROM   commands c
JOIN   events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after' AND d.outcome NOT IN ('denied', 'failed')
WHERE  c.session = :session AND c.program = 'git reset'
  AND  c.t > (SELECT prompted FROM sessions WHERE session = :session)
  AND  EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--soft' OR value GLOB '*[~^]*' OR value GLOB '*@{*')
  AND  NOT EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('--hard', '--keep', '--merge'))
