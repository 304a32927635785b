-- Says every file that a call is about.

--- severity = "warn"
--- tools    = ["read", "edit", "write", "delete"]
--- message  = "{heard}"

SELECT :kind || ' ' || :file || ' by ' || :via AS heard
