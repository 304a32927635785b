-- The commands before this one on its line that commit the changes of the project or put them on the stash. One that has failed
-- has not: git stash || git reset --hard.

SELECT c.n, c.program, c.text
FROM   commands c
WHERE  c.session = :session AND c.t = :t AND c.n < :n AND c.root = :root
  AND  c.n NOT IN (SELECT value FROM json_each(:failed))
  AND  (c.commits OR c.program = 'git stash'
                     AND coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear'))
