-- Leave witness itself to the user.
--
-- An agent that can switch its guard off is not guarded. Only the user should change witness's
-- configuration, rules, store and program and the settings that contain its hooks, start a client without
-- them, and run `witness snooze`, `allow-once`, `wrong`, `trust`, `init --remove` and the commands that add
-- facts. Reading all of this is allowed. In a project that develops rules, add an `[[except]]` with their path.

--- severity = "ask"
--- guards   = ["hooks", "configuration", "store", "program", "person"]
--- message  = "This {does}. That is for the user to decide: leave it as it is, or tell them what is in your way."
---
--- says.does.changes = "changes {what}, a file that witness depends on"
--- says.does.removes = "removes witness with {what}"
--- says.does.ends    = "ends the hooks of witness with {what}"
--- says.does.runs    = "runs {what}"
--- says.does.starts  = "starts {what} without its hooks or with other settings ({by})"
--- says.does.locates = "locates the files of witness, and runs {what}"
--- says.does.sets    = "sets {what}, which {by} reads"

SELECT g.value ->> 'does' AS does, g.value ->> 'what' AS what, coalesce(nullif(g.value ->> 'by', ''), 'witness') AS by
FROM   json_each(:guard) g
