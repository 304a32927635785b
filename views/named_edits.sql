-- How many edits of the pile a commit hands on if it takes only files that `git add` has named one
-- by one. No row if it takes everything, or if this call is no commit.

SELECT y.root, (SELECT count(DISTINCT e.t) FROM pile_edits e
                JOIN   added_files a ON a.session = :session AND a.root = e.root AND a.t >= e.pile
                WHERE  e.root = y.root AND substr(e.path || '/', 1, length(a.path) + 1) = a.path || '/') AS edits
FROM   tally y
WHERE  y.session = :session AND y.root = :root AND :moment = 'before' AND :commits
  AND  (SELECT min(a.path) FROM added_files a WHERE a.session = :session AND a.root = y.root AND a.t >= y.pile) <> ''
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value = '--all' OR value GLOB '-a*' OR value GLOB '-[a-z]a*')
