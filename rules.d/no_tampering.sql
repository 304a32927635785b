-- Leave witness itself to the user.
--
-- An agent that can switch its guard off is not guarded. Only the user should change witness's
-- configuration, rules, store and program and the settings that contain its hooks, start a client without
-- them, and run `witness snooze`, `allow-once`, `wrong`, `trust`, `init --remove` and the commands that add
-- facts. Reading all of this is allowed. In a project that develops rules, add an `[[except]]` with their path.

--- severity = "ask"
--- guards   = ["hooks", "configuration", "store", "program", "person"]
--- message  = "This {what}. That is for the user to decide: leave it as it is, or tell them what is in your way."

SELECT CASE g.value ->> 'does'
         WHEN 'changes' THEN 'changes ' || (g.value ->> 'what') || ', a file that witness depends on'
         WHEN 'removes' THEN 'removes witness with ' || (g.value ->> 'what')
         WHEN 'ends'    THEN 'ends the hooks of witness with ' || (g.value ->> 'what')
         WHEN 'runs'    THEN 'runs ' || (g.value ->> 'what')
         WHEN 'starts'  THEN 'starts ' || (g.value ->> 'what') || ' without its hooks or with other settings ('
         || (g.value ->> 'by') || ')'
         WHEN 'locates' THEN 'locates the files of witness, and runs ' || (g.value ->> 'what')
         WHEN 'sets'    THEN 'sets ' || (g.value ->> 'what') || ', which '
         || coalesce(nullif(g.value ->> 'by', ''), 'witness') || ' reads'
       END AS what
FROM   json_each(:guard) g
