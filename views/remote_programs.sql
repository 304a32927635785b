-- The programs, as globs, that work on another machine, in a database, in a service or an issue tracker, or that
-- only show or manage this machine: what was edited here does not run in them.

SELECT value AS name
FROM   json_each('["ssh", "scp", "curl", "wget", "http", "xh", "rsync", "sftp", "mosh", "psql", "mysql", "mariadb",
                   "sqlite3", "mongosh", "redis-cli", "duckdb", "kubectl *", "oc *", "helm *", "aws *", "gcloud *",
                   "az *", "doctl", "docker logs", "docker ps", "docker compose ps", "docker inspect", "docker pull",
                   "systemctl *", "journalctl", "launchctl", "brew *", "apt *", "apt-get *", "bd", "beads", "jira",
                   "linear", "acli", "tea", "glab *", "open", "xdg-open", "osascript", "claude", "codex", "gemini",
                   "crontab", "ps", "lsof", "netstat", "ss", "du", "df"]')
