-- Leave the stashes of others alone.
--
-- All worktrees of a repository share one list of stashes. `git stash pop` applies the latest to this tree and drops it
-- from the list. If another session has made it, its changes are here now, and that session looks for them in vain.
--
-- The rule is silent about an entry that the same line has pushed. `git stash` pushes none if nothing is changed, or if
-- git refuses; then the latest entry is another's.

--- severity = "ask"
--- commands = ["git stash"]
--- message  = "{all} is not of this session{made}. Leave it, or ask your user whether it {fate}."
---
--- says.all.0          = "stash@{{{k}}}"
--- says.all.1          = "{n} {n:entry|entries} of the stash: at least one"
--- says.made.here      = ""
--- says.made.elsewhere = " but was made on `{branch}`"
--- says.fate.go        = "may go"
--- says.fate.use       = "is for you"

WITH said (verb, k) AS (SELECT :operands ->> 0, CAST(trim(coalesce(:operands ->> 1, '0'), 'stash@{}') AS INTEGER)),
     entry (k, at, branch) AS (SELECT key, value ->> 'at', value ->> 'branch' FROM json_each(:stashes))
SELECT verb = 'clear' AS "all", (SELECT count(*) FROM entry) AS n, entry.k, entry.branch,
       iif(entry.branch IN ('', :branch), 'here', 'elsewhere') AS made,
       iif(verb IN ('drop', 'clear'), 'go', 'use') AS fate
FROM   said
JOIN   entry ON entry.k = said.k OR verb = 'clear'
WHERE  verb IN ('pop', 'apply', 'drop', 'clear', 'branch')
       AND NOT EXISTS (SELECT 1 FROM wanted w WHERE w.verb = 'stash')
  AND  NOT EXISTS (SELECT 1 FROM stashed_at mine WHERE entry.at BETWEEN mine.began AND mine.ended)
  AND  (verb = 'clear' OR NOT EXISTS (SELECT 1 FROM saving_pushes))
LIMIT  1
