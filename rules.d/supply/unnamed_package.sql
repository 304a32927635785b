-- Let the user name the packages that are installed.
--
-- A model can invent the name of a package, and somebody may have registered it. The rule asks about a package that neither a file of the project
-- (manifests, lock files, a README …) nor the user in this session has named. What the user says is read from the client's
-- transcript at that moment and not kept; with a client that has none, or another format, the rule is silent.

--- severity = "ask"
--- pack     = "supply"
--- commands = ["npm install", "pnpm add", "pnpm install", "yarn add", "bun add", "bun install", "deno add", "pip install", "uv pip", "uv add", "poetry add", "pipenv install", "pdm add", "cargo add", "cargo install", "go get", "go install", "gem install", "bundle add", "composer require"]
--- message  = "`{text}` installs {packages}, which neither a file of this project nor your user has named. Look in the registry whether that is the package you mean, and let your user decide."
---
--- options.usual = ["pip", "setuptools", "wheel", "build", "npm", "pnpm", "yarn", "uv", "poetry", "bundler", "corepack"]   # package managers and the like, which need no mention

SELECT :text AS text, group_concat(value ->> 'name', ', ') AS packages
FROM   json_each(:adds)
WHERE  value ->> 'listed' = 0 AND value ->> 'said' = 0 AND value ->> 'name' NOT IN (SELECT value FROM json_each(:usual))
HAVING count(*) > 0
