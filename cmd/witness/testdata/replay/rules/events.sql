-- Says everything that is heard, so that two ways of hearing can be compared.

--- severity = "warn"
--- when     = ["before", "after", "prompt", "stop", "subagent_start", "subagent_stop", "compact"]
--- message  = "{heard}"

SELECT :moment || ' ' || :tool || ' ' || :name || ' ' || :outcome || ' ' || coalesce(:exit, '') || ' in ' || :cwd || ': ' || :command AS heard
