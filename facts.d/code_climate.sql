-- Code Climate's and GitLab's JSON (Code Quality), whichever tool prints it: a list of issues. The tools disagree
-- about the severity of what makes them fail, so any issue does unless the exit code is 0.

--- into     = "diagnostics"
--- contains = ["\"check_name\":"]
--- strict   = true
---
--- json.issues = '\[\s*\{\s*(?:"\w+":\s*"(?:[^"\\]|\\.)*",\s*)*"check_name":'

SELECT value->>'$.location.path' AS file, coalesce(value->>'$.location.positions.begin.line', value->>'$.location.lines.begin') AS line,
       value->>'$.location.positions.begin.column' AS col, value->>'check_name' AS code,
       iif(value->>'severity' IN ('info', 'minor'), 'warning', 'error') AS level,
       iif(instr(value->>'description', (value->>'check_name') || ': ') = 1, substr(value->>'description', length(value->>'check_name') + 3), value->>'description') AS message
FROM   documents, json_each(doc)
