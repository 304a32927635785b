-- Do not do what your user has forbidden.
--
-- The user has said "don't commit", "without pushing" or "no new dependencies", with no condition and no exception, and has
-- since neither agreed to anything nor ordered or allowed that very thing. Who forbids it wants to look first, or to do it
-- themselves, and a prompt about something else does not say that they have: a prohibition is not used up as an order is. A
-- commit in a repository of the session's own, or in a folder that is not known, as in the script of a test, is not meant. A yes
-- to the question holds for the verb until the next prompt.

--- severity = "ask"
--- deeds    = ["pushes", "releases"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit", "npm install", "pnpm add", "pnpm install", "yarn add", "bun add", "bun install", "deno add", "pip install", "uv pip", "uv add", "poetry add", "pipenv install", "pdm add", "cargo add", "go get", "gem install", "bundle add", "composer require"]
--- repeat   = "once"
--- per      = "said"
--- message  = "Your user has said not to {verb}. Leave it to them, or ask."

WITH done (verb) AS (
  SELECT 'commit' WHERE :commits AND :dir <> '?' AND NOT EXISTS (SELECT 1 FROM own_project)
  UNION  ALL
  SELECT iif(value ->> 'does' = 'merges', 'merge', 'push') FROM json_each(:pushes)
  UNION  ALL
  SELECT iif(value ->> 'of' = 'deployment', 'deploy', 'publish') FROM json_each(:releases)
  UNION  ALL
  SELECT 'install' WHERE :adds <> '[]'
)
SELECT done.verb, done.verb || ' ' || (SELECT began FROM turn) AS said
FROM   done
JOIN   words n ON n.session = :session AND n.verb = done.verb AND n.kind = 'forbidden'
WHERE  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = :session AND y.t > n.t
                     AND  (y.kind IN ('agreement', 'choice') OR y.verb = 'freeze' AND y.kind = 'permission'
                           OR y.verb = done.verb AND y.kind IN ('order', 'standing', 'permission')))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE wanted.verb = done.verb)
LIMIT  1
