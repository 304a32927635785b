-- Do not do what your user has forbidden.
--
-- The user has said "don't commit", "without pushing" or "no new dependencies", with no condition and no exception,
-- and has since neither agreed to anything nor ordered or allowed that very thing. They want to look first, or to do
-- it themselves. A prompt about something else does not end a prohibition. CLAUDE.md, AGENTS.md and GEMINI.md count as
-- well if they say "never push without being asked".
--
-- The rule is silent about a commit in a repository that the session made, or in a folder that is not known, as in the
-- script of a test. A yes to the question holds for the verb until the next prompt.

--- severity = "ask"
--- deeds    = ["pushes", "releases"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit", "npm install", "pnpm add", "pnpm install", "yarn add", "bun add", "bun install", "deno add", "pip install", "uv pip", "uv add", "poetry add", "pipenv install", "pdm add", "cargo add", "go get", "gem install", "bundle add", "composer require"]
--- repeat   = "once"
--- per      = "said"
--- message  = "{who} not to {verb}. {advice}, or ask."
---
--- says.who.project    = "The instructions of this project say"
--- says.who.user       = "Your user has said"
--- says.advice.project = "Leave it to your user"
--- says.advice.user    = "Leave it to them"

WITH done (verb) AS (
  SELECT 'commit' WHERE :commits AND :dir <> '?' AND NOT EXISTS (SELECT 1 FROM own_project)
  UNION  ALL
  SELECT iif(value ->> 'does' = 'merges', 'merge', 'push') FROM json_each(:pushes)
  UNION  ALL
  SELECT iif(value ->> 'of' = 'deployment', 'deploy', 'publish') FROM json_each(:releases)
  UNION  ALL
  SELECT 'install' WHERE :adds <> '[]'
),
forbidden (t, verb, who) AS (
  SELECT n.t, done.verb, 'user'
  FROM   done JOIN words n ON n.session = :session AND n.verb = done.verb AND n.kind = 'forbidden'
  UNION  ALL
  SELECT 0, done.verb, 'project'
  FROM   done JOIN words n ON n.session = :session AND n.verb = 'unordered ' || done.verb AND done.verb <> 'commit'
  WHERE  NOT EXISTS (SELECT 1 FROM words o
                     WHERE  o.session = :session AND o.kind IN ('order', 'standing', 'permission')
                       AND  o.verb IN ('push', 'force push', 'pull request', 'merge', 'deploy', 'publish'))
)
SELECT verb, verb || ' ' || (SELECT began FROM turn) AS said, who, who AS advice
FROM   forbidden n
WHERE  NOT EXISTS (SELECT 1 FROM words y
                   WHERE  y.session = :session AND y.t > n.t
                     AND  (y.kind IN ('agreement', 'choice') OR y.verb = 'freeze' AND y.kind = 'permission'
                           OR y.verb = n.verb AND y.kind IN ('order', 'standing', 'permission')))
LIMIT  1
