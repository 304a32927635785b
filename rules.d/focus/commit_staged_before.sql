-- Do not commit what the user has staged for a commit of their own.
--
-- `git commit` takes in whatever is staged. Files that were changed and staged before this session began, and that it neither
-- changed nor added, are another commit in preparation. If the session has added nothing itself, they are what it was asked to commit.

--- severity = "warn"
--- pack     = "focus"
--- commands = ["git commit"]
--- repeat   = "once"
--- message  = "{files} {was} changed before this session began and staged by somebody else, and this commit takes {them} in. Name the files that are yours: `git commit -m … -- FILES`."

WITH
word (w, i) AS (SELECT value, key FROM json_each(:args)),
-- The words that are the value of a flag, such as a message.
text (i) AS (SELECT i + 1 FROM word WHERE w GLOB '-*[mFCct]' AND w NOT GLOB '--*' OR w IN ('--message', '--file', '--author', '--date')),
added (w) AS (
  SELECT iif(a.value GLOB '/*', a.value, replace(replace('/' || a.value, '/../', '/'), '/./', '/'))
  FROM   commands c, json_each(c.args) a
  WHERE  c.session = :session AND c.t > :t - 1000 AND c.root = :root AND c.program IN ('git add', 'git stage', 'git rm', 'git mv') AND a.value <> '--'
),
other (file) AS (
  SELECT s.value ->> 'file'
  FROM   json_each(:staged) s, sessions me
  WHERE  me.session = :session AND s.value ->> 'at' < me.started / 1000 - 5
    AND  NOT EXISTS (SELECT 1 FROM added WHERE w IN ('/.', '/./', '/*', '/:/', '/-A', '/--all', '/-u', '/--update') OR instr(:root || '/' || (s.value ->> 'file'), w))
    AND  NOT EXISTS (SELECT 1 FROM touches e WHERE e.session = :session AND e.path = :root || '/' || (s.value ->> 'file') AND e.kind IN ('edit', 'write', 'delete', 'rewrite') AND e.outcome = 'ok')
)
SELECT iif(count(*) > 3, count(*) || ' files, among them ' || min(file) || ',', group_concat(file, ', ')) AS files,
       iif(count(*) = 1, 'was', 'were') AS was, iif(count(*) = 1, 'it', 'them') AS them, :root AS subject
FROM   other
WHERE  EXISTS (SELECT 1 FROM added)
  AND  NOT EXISTS (SELECT 1 FROM word WHERE w NOT GLOB '-*' AND i NOT IN (SELECT i FROM text)) -- only the files that are named
HAVING count(*) > 0
