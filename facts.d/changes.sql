-- Installs: commands that change what the project's code is built and run with, so that the same tests may have
-- another result. One that failed may have changed something before.

--- into     = "changes"
--- commands = [
---   "npm install", "npm i", "npm ci", "npm add", "npm update", "npm uninstall", "npm remove", "npm rebuild", "npm link", "npm dedupe",
---   "pnpm install", "pnpm i", "pnpm add", "pnpm update", "pnpm remove", "pnpm link",
---   "yarn", "yarn install", "yarn add", "yarn upgrade", "yarn up", "yarn remove", "yarn link",
---   "bun install", "bun add", "bun update", "bun remove", "deno install", "deno add", "deno remove",
---   "pip install", "pip uninstall", "uv sync", "uv add", "uv remove", "uv pip", "uv lock", "poetry install", "poetry add", "poetry remove", "poetry update",
---   "pipenv install", "pdm install", "pdm add", "conda install", "conda update", "mamba install", "setup.py install", "setup.py develop", "setup.py build_ext",
---   "go get", "go mod", "go install", "go work", "cargo add", "cargo remove", "cargo update", "cargo install",
---   "bundle install", "bundle update", "bundle add", "gem install", "composer install", "composer update", "composer require", "composer remove",
---   "mix deps.get", "mix deps.update", "dotnet restore", "dotnet add", "dotnet remove", "swift package", "flutter pub", "dart pub",
---   "apt-get install", "apt install", "apk add", "brew install", "dnf install", "yum install", "mise install", "asdf install", "rustup",
--- ]

SELECT 'install' AS kind
