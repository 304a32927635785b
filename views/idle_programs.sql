-- The programs, as globs, that start nothing of what was edited here: they show, pack, move, edit or format files, manage
-- packages, versions of languages, containers and processes, or keep a record of an agent's sessions.

SELECT value AS name
FROM   json_each('["git *", "gh *", "jj *", "hg *", "sl *", "entire*", "git-ai*", "openspec*", ":", "sleep",
                   "source", ".", "rm", "rmdir", "mv", "cp", "mkdir", "mktemp", "touch", "chmod", "chown", "ln",
                   "install", "truncate", "dd", "tee", "sed", "patch", "apply_patch", "*fmt", "prettier", "black",
                   "isort", "clang-format", "json.tool", "tar", "zip", "unzip", "gzip", "gunzip", "shasum", "md5",
                   "md5sum", "sha*sum", "openssl", "host", "dig", "nslookup", "ping", "code", "nano", "vim",
                   "venv", "virtualenv", "kill", "pkill", "killall", "fuser",
                   "pm2 list", "pm2 ls", "pm2 status", "pm2 show", "pm2 describe", "pm2 logs", "pm2 save",
                   "pm2 startup", "pm2 flush", "pm2 stop", "pm2 delete", "nvm *", "volta*", "asdf *", "pyenv *",
                   "conda *", "direnv *", "mise use", "mise install", "mise trust", "pip *", "uv pip", "uv lock",
                   "uv sync", "uv add", "uv remove", "gem *", "npm ci", "npm root", "npm version", "npm create",
                   "npm pack", "* install", "* add", "* remove", "* uninstall", "* update", "* upgrade",
                   "* outdated", "* audit", "* login", "* whoami", "* publish", "cargo init", "cargo new",
                   "cargo clean", "npm *config", "pnpm *config", "docker images", "docker tag", "docker network",
                   "docker volume", "docker compose down", "docker compose config", "docker compose stop",
                   "docker stop", "docker rm", "podman images", "podman machine", "podman system", "podman info",
                   "*-Item", "Get-*", "Set-Content", "Set-Location", "Select-*",
                   "Where-Object", "ForEach-Object", "Sort-Object",
                   "Measure-Object", "Format-*", "Out-*", "Write-*", "Test-Path", "Join-Path", "ConvertTo-*",
                   "ConvertFrom-*", "*-Archive", "Start-Sleep", "Stop-Process"]')
