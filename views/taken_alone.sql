-- What this commit takes in alone, by the index, or by what `git add` has named since the last commit: `documents`,
-- which change no program and no test, so nothing that fails is handed on by it, or `tests`, with documents or without,
-- which hand on no program. What the session has not touched is neither.

WITH taken (path) AS (
  SELECT :root || '/' || (value ->> 'file') FROM json_each(:staged)
  UNION
  SELECT a.path
  FROM   added_files a
  WHERE  a.session = :session AND a.root = :root AND (a.t < :t OR a.n < :n)
    AND  a.t > coalesce((SELECT last_commit.t FROM last_commit WHERE last_commit.root = :root), -1)
)
SELECT iif(count(*) = total(document), 'documents', 'tests') AS files
FROM  (SELECT EXISTS (SELECT 1 FROM touches k
                      WHERE  k.session = :session AND k.path = taken.path AND k.class = 'document') AS document,
              EXISTS (SELECT 1 FROM touches k
                      WHERE  k.session = :session AND k.path = taken.path AND k.class = 'test') AS test
       FROM   taken)
WHERE  :program = 'git commit' AND :flags ->> 'all' IS NULL AND :operands = '[]'
HAVING count(*) > 0 AND count(*) = total(document OR test)
