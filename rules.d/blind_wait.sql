-- See what a long run prints while it runs.
--
-- A command runs in the background and its output goes through `tail`, `head`, `grep -c` or the like, which print
-- nothing before it has ended. Nobody can tell whether it hangs. Written to a file, its output can be looked at.
--
-- The rule is silent about pipes inside of a script that the command runs, and about commands that only wait for
-- something or install it.

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
