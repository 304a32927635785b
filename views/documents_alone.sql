-- One row if this commit takes in documents alone, by the index, or by what `git add` has named since the last commit: it
-- changes no program and no test, so nothing that fails is handed on by it. What the session has not touched is no document.

WITH taken (path) AS (
  SELECT :root || '/' || (value ->> 'file') FROM json_each(:staged)
  UNION
  SELECT a.path
  FROM   added_files a
  WHERE  a.session = :session AND a.root = :root AND (a.t < :t OR a.n < :n)
    AND  a.t > coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = :root), -1)
)
SELECT count(*) AS documents
FROM   taken
WHERE  :program = 'git commit' AND :flags ->> 'all' IS NULL AND :operands = '[]'
HAVING count(*) > 0
  AND  count(*) = total(EXISTS (SELECT 1 FROM touches k
                                WHERE  k.session = :session AND k.path = taken.path AND k.class = 'document'))
