-- End only what you started.
--
-- A process that is found by its name or port may be another session's, another agent's or the user's own. What this
-- session started in the background has an id. Ending all processes, or the machine, is for the user to decide.
--
-- The rule is silent
--
-- - if the pattern names a file or folder of the project, or a program that this session has started;
-- - about a port, if this session has started something in the background, or with that port;
-- - about programs of the desktop that the system starts again at once: they are ended so that they read something
--   anew.
--
-- It asks about programs that run everybody's work, such as node or a browser, even if the session has started one
-- too, or the user wants a server stopped and has not named the program: the client itself may be among them. With
-- another word of its line behind it, as in `node.*server`, such a name stands for one program.

--- severity = "ask"
--- deeds    = ["kills"]
--- repeat   = "once"
--- per      = "occasion"
--- message  = "This ends every process that {by}, also those that this session did not start. End the one that you started, by its id."
---
--- options.everybodys = ["node", "node.exe", "python", "python3", "python.exe", "java", "ruby", "php", "bun", "deno", "dotnet", "electron", "code", "claude", "codex", "chrome", "chromium", "firefox", "docker", "ssh", "bash", "sh", "zsh", "fish", "pwsh", "powershell", "powershell.exe", "cmd.exe", "tmux"]   # programs that run what others have started
---
--- says.by.name       = "has `{what}` in its name"
--- says.by.port       = "uses port {what}"
--- says.by.machine    = "runs on this machine"
--- says.by.containers = "runs in a container"
--- says.by.manager    = "is run by `{what}`"
--- says.by.all        = "you may end"
---
--- options.restarted = ["finder", "dock", "systemuiserver", "controlcenter", "notificationcenter", "cfprefsd", "coreaudiod", "mdnsresponder", "iconservicesagent", "explorer.exe", "gnome-shell", "plasmashell"]   # programs that the system starts again at once, in lower case

WITH killed (by, what) AS (
  SELECT value ->> 'by', value ->> 'what' FROM json_each(:kills)
)
SELECT by, what, severity,
       iif(severity = 'ask', :t, :text) AS occasion   -- each time it is asked about, others are running
FROM  (SELECT by, what, '*' || replace(lower(what), '.*', '*') || '*' AS started,
              iif(by IN ('port', 'containers', 'manager')
                  OR by = 'name' AND lower(what) NOT IN (SELECT value FROM json_each(:everybodys)),
                  'warn', 'ask') AS severity
       FROM   killed) k
WHERE  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb = 'reboot' OR verb = 'run' AND named
                      OR  verb = 'kill' AND (named OR severity = 'warn' OR by <> 'name'))
  AND  (by IN ('machine', 'all', 'containers', 'manager')
        OR by = 'name' AND what NOT GLOB '*/*' AND what NOT GLOB '*$*'
           AND lower(what) NOT IN (SELECT value FROM json_each(:restarted))
           AND NOT EXISTS (SELECT 1 FROM own_starts
                           WHERE  lower(k.what) NOT IN (SELECT value FROM json_each(:everybodys))
                              AND (lower(own_starts.text) GLOB k.started
                                   OR EXISTS (SELECT 1 FROM json_each(own_starts.args) a
                                              WHERE  lower(a.value) GLOB k.started)))
        OR by = 'port'
           AND NOT EXISTS (SELECT 1 FROM own_starts
                           WHERE  NOT own_starts.failed AND (own_starts.background OR instr(own_starts.text, k.what))))
ORDER  BY by IN ('machine', 'all') DESC, length(what) DESC
LIMIT  1
