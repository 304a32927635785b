-- Do not do what your user has forbidden.
--
-- The user has said "don't commit" or "without pushing", with no condition and no exception, and has neither agreed to
-- anything nor ordered or allowed anything else since. Who forbids it wants to look first, or to do it themselves. A commit
-- in a repository of the session's own, or in a folder that is not known, as in the script of a test, is not meant.

--- severity = "ask"
--- deeds    = ["pushes", "releases"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- message  = "Your user has said not to {verb}. Leave it to them, or ask."

WITH done (verb) AS (
  SELECT 'commit' WHERE :commits AND :dir <> '?' AND NOT EXISTS (SELECT 1 FROM own_project)
  UNION  ALL
  SELECT iif(value ->> 'does' = 'merges', 'merge', 'push') FROM json_each(:pushes)
  UNION  ALL
  SELECT iif(value ->> 'of' = 'deployment', 'deploy', 'publish') FROM json_each(:releases)
)
SELECT done.verb
FROM   done
JOIN   sessions s ON s.session = :session
JOIN   words n ON n.session = s.session AND n.verb = done.verb AND n.kind = 'forbidden' AND n.t >= s.ordered
WHERE  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = s.session AND y.t > n.t AND y.kind IN ('agreement', 'choice'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE wanted.verb = done.verb)
LIMIT  1
