-- Do not commit what the user has staged for a commit of their own.
--
-- `git commit` takes in whatever is staged. Files that were changed and staged before this session began, and that it neither
-- changed nor added, are another commit in preparation. If the session has added nothing itself, they are what it was asked to commit.

--- severity = "warn"
--- pack     = "focus"
--- commands = ["git commit"]
--- repeat   = "once"
--- message  = "{file} {file:was|were} changed before this session began and staged by somebody else, and this commit takes {file:it|them} in. Name the files that are yours: `git commit -m … -- FILES`."
--- gather   = "file"

WITH added (w) AS (
  SELECT iif(a.value GLOB '/*', a.value, replace(replace('/' || a.value, '/../', '/'), '/./', '/'))
  FROM   commands c, json_each(c.args) a
  WHERE  c.session = :session AND c.t > :t - 1000 AND c.root = :root
    AND  c.program IN ('git add', 'git stage', 'git rm', 'git mv') AND a.value <> '--'
)
SELECT s.value ->> 'file' AS file, :root AS subject
FROM   json_each(:staged) s, sessions me
WHERE  me.session = :session AND s.value ->> 'at' < me.started / 1000 - 5
  AND  EXISTS (SELECT 1 FROM added)
  AND  json_array_length(:operands) = 0 -- it takes all that is staged
  AND  NOT EXISTS (SELECT 1 FROM added
                   WHERE  w IN ('/.', '/./', '/*', '/:/', '/-A', '/--all', '/-u', '/--update')
                      OR  instr(:root || '/' || (s.value ->> 'file'), w))
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = :root || '/' || (s.value ->> 'file'))
