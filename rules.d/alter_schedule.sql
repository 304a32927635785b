-- Let the user decide what runs by itself.
--
-- A job of a scheduler, a file that runs when the machine or a shell starts, and a hook of the user's all go on
-- running after the session, with everything that the user may do. The rule is silent about a file that the user has
-- named: to have it changed is what they asked for.

--- severity = "ask"
--- deeds    = ["alters"]
--- tools    = ["edit", "write", "run"]
--- paths    = ["~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.profile", "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.config/fish/config.fish", "~/.ssh/config", "~/.ssh/authorized_keys", "~/.config/systemd/**", "~/.config/autostart/**", "~/.claude/hooks/**", "~/.codex/hooks/**", "~/.gemini/hooks/**", "~/.cursor/hooks/**", "~/.config/git/hooks/**", "~/Library/LaunchAgents/**", "/etc/cron*/**", "/etc/crontab", "/etc/profile*", "/etc/profile.d/**", "/etc/systemd/**", "/etc/sudoers*", "/etc/resolv.conf", "/etc/hosts", "/var/spool/cron/**"]
--- message  = "{by}. Ask your user whether they want that."
---
--- says.by.command = "`{text}` changes {what}"
--- says.by.file    = "This changes {what}, which decides what runs on this machine by itself"

SELECT 'command' AS by, :text AS text, value ->> 'what' AS what
FROM   json_each(:alters)
WHERE  value ->> 'of' = 'schedule' AND NOT EXISTS (SELECT 1 FROM let_before)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'schedule' OR verb = 'run' AND named)
UNION  ALL
SELECT 'file', '', :path
WHERE  :path <> '' AND :kind IN ('edit', 'write') AND NOT EXISTS (SELECT 1 FROM mentioned)
LIMIT  1
