-- The programs, as globs, that work on another machine, a database or a service, or that only manage the machine: what was
-- edited here does not run in them.

SELECT value AS name
FROM   json_each('["ssh", "scp", "curl", "wget", "http", "xh", "rsync", "sftp", "mosh", "psql", "mysql", "mariadb",
                   "sqlite3", "mongosh", "redis-cli", "duckdb", "kubectl *", "oc *", "helm *", "aws *", "gcloud *",
                   "az *", "doctl *", "docker logs", "docker ps", "docker inspect", "docker pull", "systemctl *",
                   "journalctl", "launchctl *", "brew *", "apt *", "apt-get *", "bd *", "jira *", "linear *", "glab *",
                   "tmux *", "screen", "open", "xdg-open", "osascript", "entire *", "claude", "codex", "gemini",
                   "crontab", "ps", "lsof", "netstat", "ss", "du", "df"]')
