-- See what a long run prints while it runs.
--
-- A command in the background whose output goes through `tail`, `head`, `grep -c` or the like prints nothing before it has ended, so
-- nobody can tell whether it hangs. Written to a file it can be looked at. What a script that it runs does with its own output is
-- not meant, and neither is what only waits for others or installs something.

--- severity = "warn"
--- deeds    = ["detaches"]
--- repeat   = "once"
--- message  = "This runs in the background, and `{filter}` shows nothing of it before it ends. Write the output to a file and look at its end from time to time."
---
--- options.silent = ["gh *", "glab *", "* install", "npm ci", "npm i", "yarn add", "pnpm add", "bun add", "uv sync"]   # programs of which only the end is of use: they wait or install

SELECT s.value AS filter, 'blind' AS subject
FROM   json_each(:shows) s
WHERE  :background AND :via = ''
  AND  NOT EXISTS (SELECT 1 FROM json_each(:silent) q WHERE :program GLOB q.value)
  AND  (s.value GLOB '| tail*' OR s.value GLOB '| wc*' OR s.value GLOB '| sort*') AND s.value NOT GLOB '*-f*'
LIMIT  1
