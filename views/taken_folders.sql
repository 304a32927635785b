-- The folders that this command takes into a commit as a whole, as beginnings of paths: all of the
-- project for `git commit -a` and `git add -A`, one folder for `git add .`.

SELECT '' AS prefix
WHERE  :program = 'git commit' AND :flags ->> 'all'
   OR  :program = 'git add' AND (:flags ->> 'all' OR :flags ->> 'update' OR :operands LIKE '%":/"%')
       AND NOT EXISTS (SELECT 1 FROM json_each(:operands) o WHERE o.value NOT IN ('.', ':/'))
UNION  ALL
SELECT iif(:dir IN ('', '?'), '', :dir || '/')
WHERE  :program = 'git add' AND EXISTS (SELECT 1 FROM json_each(:operands) o WHERE o.value IN ('.', './', '*'))
