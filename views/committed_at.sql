-- When this session committed in the project of the command, or saw git status say that everything there is committed.

SELECT o.t FROM own_commits o WHERE o.root = :root
UNION  ALL
SELECT l.t
FROM   listings l
WHERE  l.session = :session AND l.root = :root AND l.changed = '[]' AND l.untracked = '[]'
