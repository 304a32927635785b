-- Read what you fetched before you run it.
--
-- A script from the web runs with everything that the user may do, and it can be another one tomorrow. Download it,
-- read it, then run it: a downloaded file that was read in this session is silent. Code that is only decoded on its
-- way into a shell has not been read either, and neither has a package that comes from an address (`git+https://…`)
-- instead of a registry. The rule is silent if the user wrote that very line and ordered it.

--- severity = "ask"
--- deeds    = ["executes"]
--- repeat   = "once"
--- per      = "fetch"
--- message  = "`{text}` runs what `{fetch}` {brings}, and nobody has read it. {advice}"
---
--- says.advice.there = "Read it there first, or ask your user."
--- says.advice.file  = "Read that file, then run it."
--- says.advice.save  = "Save it to a file, read that, then run it."

SELECT :text AS text, value ->> 'by' AS fetch, value ->> 'brings' AS brings,
       CASE WHEN value ->> 'brings' = 'has' THEN 'there'
            WHEN value ->> 'file' <> '' THEN 'file' ELSE 'save' END AS advice
FROM   json_each(:executes)
WHERE  value ->> 'by' <> '' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('run', 'install') AND named)
  AND  NOT EXISTS (SELECT 1 FROM ordered_commands o WHERE o.text = value ->> 'by')
UNION  ALL
SELECT :text, f.text, 'fetches', 'file'
FROM   json_each(:executes) x
CROSS  JOIN fetched_files f ON f.path = x.value ->> 'file'
WHERE  NOT EXISTS (SELECT 1 FROM touches r WHERE r.session = :session AND r.path = f.path AND r.kind = 'read'
       AND r.outcome = 'ok')
LIMIT  1
