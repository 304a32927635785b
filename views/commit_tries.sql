-- What tries this commit by itself: a command of its line that it waits for, or a hook of version
-- control that has run tests before and is not skipped.

SELECT c.text AS by
FROM   json_each(:gates) g
JOIN   commands c ON c.session = :session AND c.t = :t AND c.n = g.value
WHERE  NOT c.inert AND c.program NOT GLOB 'git *'
UNION  ALL
SELECT 'a hook of version control'
FROM   runs h INDEXED BY runs_of_hooks
WHERE  h.session = :session AND h.root = :root AND h.origin = 'hook' AND :skips_hooks = ''
