-- Let the user decide what runs by itself.
--
-- A job of a scheduler, a file that runs when the machine or a shell starts, and a hook of the user's all go on
-- running after the session, with everything that the user may do. The rule is silent about a file that the user has
-- named: to have it changed is what they asked for.
--
-- The user is asked about what one command does not bring back (jobs that are replaced or deleted) and about who may
-- come in or do what (keys, sudoers, hooks). A job or a unit that is added, and a line of a shell's start file, is said
-- to the agent: one command takes it out again, and of this rule's six questions in sessions that nobody had seen none
-- was wanted.

--- severity = "ask"
--- deeds    = ["alters"]
--- tools    = ["edit", "write", "run"]
--- paths    = ["~/.bashrc", "~/.bash_profile", "~/.bash_login", "~/.profile", "~/.zshrc", "~/.zshenv", "~/.zprofile", "~/.config/fish/config.fish", "~/.ssh/config", "~/.ssh/authorized_keys", "~/.config/systemd/**", "~/.config/autostart/**", "~/.claude/hooks/**", "~/.codex/hooks/**", "~/.gemini/hooks/**", "~/.cursor/hooks/**", "~/.config/git/hooks/**", "~/Library/LaunchAgents/**", "/etc/cron*/**", "/etc/crontab", "/etc/profile*", "/etc/profile.d/**", "/etc/systemd/**", "/etc/sudoers*", "/etc/resolv.conf", "/etc/hosts", "/var/spool/cron/**"]
--- message  = "{by}. {severity}"
---
--- says.by.command = "`{text}` changes {what}"
--- says.by.file    = "This changes {what}, which decides what runs on this machine by itself"
--- says.severity.ask  = "Ask your user whether they want that."
--- says.severity.warn = "Tell your user of it, and how to take it back, unless they asked for it."
---
--- options.told = ["*/.*rc", "*/.*profile", "*/.bash_login", "*/.zshenv", "*/config.fish", "*/systemd/*", "*/autostart/*"]   # files that one command brings back: no question

SELECT 'command' AS by, :text AS text, value ->> 'what' AS what,
       iif(value ->> 'of' = 'jobs', 'ask', 'warn') AS severity
FROM   json_each(:alters)
WHERE  value ->> 'of' IN ('schedule', 'jobs') AND NOT EXISTS (SELECT 1 FROM let_before)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'schedule' OR verb = 'run' AND named)
UNION  ALL
SELECT 'file', '', :path, iif(EXISTS (SELECT 1 FROM json_each(:told) g WHERE :path GLOB g.value), 'warn', 'ask')
WHERE  :path <> '' AND :kind IN ('edit', 'write') AND NOT EXISTS (SELECT 1 FROM mentioned)
LIMIT  1
