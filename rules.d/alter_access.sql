-- Let the user change who may do what.
--
-- Access rights, secrets, networks, firewalls and pipelines of a forge hold for everybody who works with them, and a
-- mistake is seen late.
--
-- A command that was let through before in this session is not asked about again. A merge past the rules of a branch
-- is asked about each time, unless one went through before and the user has ordered this one in the last prompt.

--- severity = "ask"
--- deeds    = ["alters", "pushes"]
--- message  = "`{text}` changes {what}. Ask your user whether they want that."
---
--- says.what.merge = "a branch past its rules"

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:alters)
WHERE  value ->> 'of' IN ('access', 'network', 'forge', 'chroot')
  AND  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb IN ('deploy', 'publish') OR verb = 'run' AND named
                      OR  verb = 'set secret' AND :program IN ('gh secret', 'gh variable', 'glab variable'))
  AND  NOT EXISTS (SELECT 1 FROM let_before)
UNION  ALL
SELECT :text, 'merge' FROM json_each(:pushes)
WHERE  value ->> 'admin'
  AND  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb = 'pass review' OR verb = 'run' AND named
                      OR  verb = 'merge' AND (kind = 'offer' OR t >= (SELECT began FROM turn))
                          AND EXISTS (SELECT 1 FROM let_before))
LIMIT  1
