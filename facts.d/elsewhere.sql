-- Commands that show what ran elsewhere or earlier: logs of a build server, answers of a service, a shell on another
-- machine, a row of a database. Whatever their output looks like, it is no run in this project, red or green.

--- into     = "runs"
--- commands = [
---   "gh run", "gh issue", "gh pr", "gh api", "gh release", "gh search", "gh workflow", "gh gist", "gh repo", "glab", "hub", "circleci", "buildkite-agent", "bk", "act",
---   "curl", "wget", "http", "https", "xh", "httpie", "ssh", "scp", "mosh", "telnet", "nc", "websocat", "grpcurl",
---   "psql", "mysql", "mariadb", "sqlite3", "duckdb", "mongosh", "redis-cli", "clickhouse", "clickhouse-client", "bq",
---   "docker logs", "docker compose logs", "docker inspect", "docker history", "docker events", "podman logs", "kubectl logs", "kubectl get", "kubectl describe", "stern", "oc logs", "helm status",
---   "zcat", "gzcat", "bzcat", "xzcat", "zstdcat", "unzip", "lnav", "gsutil", "rclone", "jira", "acli", "linear",
---   "journalctl", "dmesg", "systemctl", "launchctl", "tmux", "screen", "heroku", "vercel", "wrangler", "fly", "flyctl", "railway", "netlify", "aws", "gcloud", "az", "doctl",
---   "git log", "git show", "git diff", "git blame", "git grep", "git notes", "git cat-file", "git format-patch", "git bundle", "hg log", "jj log", "jj show", "jj diff",
---   "bd", "beads", "linear", "jira", "acli", "tea", "zcat", "gzcat", "xzcat", "bzcat", "zstdcat", "unzip", "tar", "7z", "rsync", "sftp", "rclone",
---   "claude", "codex", "gemini", "opencode", "copilot", "aider", "cursor-agent", "amp", "witness", "pbpaste", "xclip", "open", "osascript", "asciinema",
--- ]

SELECT 'elsewhere' AS origin
