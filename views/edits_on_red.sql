-- The edits of this project since a test that has passed in this session last failed, and the one that
-- this call makes. `folder` is that of the file, with a slash at its end, '' for the project itself.

SELECT e.t, rtrim(e.file, replace(e.file, '/', '')) AS folder
FROM   touches e INDEXED BY touches_in_order
WHERE  e.session = :session AND e.root = :root AND e.kind IN ('edit', 'write', 'rewrite') AND e.outcome = 'ok'
  AND  e.t > (SELECT min(f.last) FROM failing f WHERE f.session = :session AND f.root = :root AND f.passed IS NOT NULL)
UNION  ALL
SELECT :t, rtrim(:file, replace(:file, '/', ''))
