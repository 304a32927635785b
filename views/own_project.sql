-- One row if the repository of the command is this session's own: it has made it, or the line makes it in a folder of
-- mktemp. `folder` is 1 if all that is in it is its own, too, and 0 if only its .git is.

SELECT d.path = :root OR d.path <> :root || '/.git' AS folder
FROM   folders d
WHERE  d.session = :session
  AND  d.path BETWEEN substr(:root, 1, 2) AND :root || '/.git' -- the folders above sort before it
  AND  (substr(:root || '/', 1, length(d.path) + 1) = d.path || '/' OR d.path = :root || '/.git')
UNION  ALL
SELECT 1 WHERE :dir = '?' AND instr(:command, 'mktemp')
