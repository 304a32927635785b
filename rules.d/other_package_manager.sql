-- Install with the package manager that the project uses.
--
-- A second package manager writes a second lock file, which contradicts the first, and moves what the first had installed. The
-- lock file in the project tells which one it uses; some package managers notice it and say so themselves.

--- severity = "warn"
--- when     = ["before", "after"]
--- commands = ["npm install", "npm ci", "pnpm install", "pnpm add", "yarn install", "yarn add", "yarn", "bun install", "bun add"]
--- repeat   = "once"
--- message  = "`{text}` is another package manager than the one that this project's packages are from{file}. Install with that one, and remove what this one has made."

WITH manager (name) AS (SELECT substr(:program || ' ', 1, instr(:program || ' ', ' ') - 1)),
locked (name, file) AS (
  SELECT CASE WHEN value GLOB 'pnpm*' THEN 'pnpm' WHEN value GLOB 'yarn*' THEN 'yarn'
              WHEN value GLOB 'bun*' THEN 'bun' ELSE 'npm' END, value
  FROM   json_each(:locks)
)
SELECT :text AS text, manager.name AS subject,
       coalesce((SELECT ' (' || locked.file || ')' FROM locked WHERE locked.name <> manager.name), '') AS file
FROM   manager
WHERE  (EXISTS (SELECT 1 FROM labels
                WHERE  session = :session AND kind = 'warned' AND label = 'other_packages' AND t = :t)
        OR :moment = 'before' AND EXISTS (SELECT 1 FROM locked))
  AND  NOT EXISTS (SELECT 1 FROM locked WHERE locked.name = manager.name)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('install', 'run') AND named)
