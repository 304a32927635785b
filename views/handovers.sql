-- What this call hands on, project by project, and how: commit; push (also a pull request, a merge
-- of one and a release); or done, the end of a turn or of a subagent's task, which hands on to the
-- user all that was worked on, also outside of every project (root ''). A turn that ends while subagents still work hands
-- nothing on yet: it goes on when they end.

SELECT :root AS root, 'commit' AS way WHERE :moment = 'before' AND :commits
UNION  ALL
SELECT :root, 'push'
WHERE  :moment = 'before'
  AND  (:program IN ('git push', 'jj git', 'hg push', 'sl push')
        OR :program IN ('gh pr', 'gh release') AND :args ->> 0 IN ('create', 'merge', 'ready')
        OR :program = 'glab' AND :args ->> 0 IN ('mr', 'release') AND :args ->> 1 IN ('create', 'merge'))
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args) w WHERE w.value IN ('--dry-run', '-n', '--delete', '-d', '--tags'))
UNION  ALL
SELECT y.root, 'done'
FROM   (SELECT root FROM tally WHERE session = :session UNION SELECT '') y
WHERE  :moment IN ('stop', 'subagent_stop')
  AND  NOT EXISTS (SELECT 1 FROM json_each(:running) r WHERE r.value GLOB 'agent:*')
