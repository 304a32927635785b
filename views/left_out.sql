-- The files of the pile that this commit leaves out, because `git add` has named others one by one.

SELECT e.path
FROM   pile_edits e
WHERE  e.root = :root AND EXISTS (SELECT 1 FROM named_edits n WHERE n.root = e.root)
  AND  NOT EXISTS (SELECT 1 FROM added_files a
                   WHERE  a.session = :session AND a.root = e.root AND a.t >= e.pile
                     AND  substr(e.path || '/', 1, length(a.path) + 1) = a.path || '/')
