-- Leave the stashes of others alone.
--
-- The stash is one pile for all worktrees of a repository, and for everybody who works in them. `git stash pop` takes the
-- latest entry of any session: somebody else's changes are then in this tree, and no longer where they were kept.

--- severity = "ask"
--- commands = ["git stash"]
--- message  = "{entry} is not of this session{branch}. {advice}"

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
verb (v) AS (SELECT :args ->> 0),
-- The number of the entry: 0, 1 or stash@{1}.
wanted (k) AS (
  SELECT CAST(coalesce((SELECT replace(replace(replace(w, 'stash@', ''), '{', ''), '}', '') FROM word WHERE i > 0 AND (w GLOB 'stash@{[0-9]*}' OR w GLOB '[0-9]*') LIMIT 1), '0') AS INTEGER)
),
entry (k, at, branch) AS (SELECT key, value ->> 'at', value ->> 'branch' FROM json_each(:stashes)),
-- When this session has put something on the stash.
mine (began, ended) AS (
  SELECT min(v.at) / 1000 - 5, max(v.at) / 1000 + 5
  FROM   commands c
  JOIN   events v ON v.session = c.session AND v.t = c.t
  WHERE  c.session = :session AND c.t > :t - 5000 AND c.program = 'git stash' AND coalesce(c.args ->> 0, 'push') NOT IN ('list', 'show', 'pop', 'apply', 'drop', 'clear', 'branch')
  GROUP  BY c.t
)
SELECT iif(v = 'clear', (SELECT count(*) || iif(count(*) = 1, ' entry', ' entries') FROM entry) || ' of the stash: at least one', 'stash@{' || entry.k || '}') AS entry,
       iif(entry.branch <> '' AND entry.branch <> :branch, ' but was made on `' || entry.branch || '`', '') AS branch,
       iif(v IN ('drop', 'clear'), 'Leave it, or ask your user whether it may go.', 'Leave it, or ask your user whether it is for you.') AS advice
FROM   verb, wanted
JOIN   entry ON entry.k = wanted.k OR v = 'clear'
WHERE  v IN ('pop', 'apply', 'drop', 'clear', 'branch')
  AND  NOT EXISTS (SELECT 1 FROM mine WHERE entry.at BETWEEN mine.began AND mine.ended)
  -- What an earlier command of this line puts there will be the latest entry.
  AND  (v = 'clear' OR NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.n < :n AND c.program = 'git stash'))
LIMIT  1
