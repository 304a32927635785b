-- Leave the stashes of others alone.
--
-- The stash is one pile for all worktrees of a repository, and for everybody who works in them. `git stash pop` takes
-- the latest entry of any session: somebody else's changes are then in this tree, and no longer where they were kept.

--- severity = "ask"
--- commands = ["git stash"]
--- message  = "{entry} is not of this session{branch}. {advice}"

WITH said (verb, k) AS (SELECT :operands ->> 0, CAST(trim(coalesce(:operands ->> 1, '0'), 'stash@{}') AS INTEGER)),
     entry (k, at, branch) AS (SELECT key, value ->> 'at', value ->> 'branch' FROM json_each(:stashes))
SELECT iif(verb = 'clear', (SELECT count(*) || iif(count(*) = 1, ' entry', ' entries') FROM entry)
       || ' of the stash: at least one',
                           'stash@{' || entry.k || '}') AS entry,
       iif(entry.branch <> '' AND entry.branch <> :branch, ' but was made on `' || entry.branch || '`', '') AS branch,
       iif(verb IN ('drop', 'clear'), 'Leave it, or ask your user whether it may go.',
                                      'Leave it, or ask your user whether it is for you.') AS advice
FROM   said
JOIN   entry ON entry.k = said.k OR verb = 'clear'
WHERE  verb IN ('pop', 'apply', 'drop', 'clear', 'branch')
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'stash')
  AND  NOT EXISTS (SELECT 1 FROM stashed_at mine WHERE entry.at BETWEEN mine.began AND mine.ended)
       -- What an earlier command of this line puts there will be the latest entry.
  AND  (verb = 'clear' OR NOT EXISTS (SELECT 1 FROM stash_pushes p WHERE p.t = :t))
LIMIT  1
