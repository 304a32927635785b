-- The commands of this session that have put changes of the project on the stash, or are about to, earlier on this
-- line. `added` is 1 if new files are put there as well; `named` 1 if only the files among its words are.

SELECT c.t, c.n, c.args, c.root,
       EXISTS (SELECT 1 FROM json_each(c.args) WHERE value IN ('-u', '-a', '--include-untracked', '--all')) AS added,
       EXISTS (SELECT 1 FROM json_each(c.args) WHERE value = '--') AS named
FROM   commands c
LEFT   JOIN events d ON d.session = c.session AND d.t = c.t AND d.moment = 'after'
WHERE  c.session = :session AND c.t > :t - 500 AND c.program = 'git stash' AND c.root = :root
  AND  (c.t < :t AND d.outcome <> 'failed' OR c.t = :t AND c.n < :n)
  AND  coalesce(c.args ->> 0, 'push')
       NOT IN ('list', 'show', 'drop', 'clear', 'create', 'store', 'pop', 'apply', 'branch')
