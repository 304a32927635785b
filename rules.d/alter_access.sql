-- Let the user change who may do what.
--
-- Access rights, secrets, networks, firewalls and pipelines of a forge hold for everybody who works with them, and a
-- mistake is seen late.

--- severity = "ask"
--- deeds    = ["alters", "pushes"]
--- message  = "`{text}` changes {what}. Ask your user whether they want that."
---
--- says.what.merge = "a branch past its rules"

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:alters)
WHERE  value ->> 'of' IN ('access', 'network', 'forge', 'chroot')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('deploy', 'publish') OR verb = 'run' AND named)
UNION  ALL
SELECT :text, 'merge' FROM json_each(:pushes)
WHERE  value ->> 'admin' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'pass review' OR verb = 'run' AND named)
LIMIT  1
