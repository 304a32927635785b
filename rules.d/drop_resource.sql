-- Let the user delete what a service keeps.
--
-- A resource of a cloud, a secret, a repository, the settings of a service or of this machine: other people and
-- programs rely on them, and most cannot be brought back by anybody. The rule is silent about what this session made,
-- and about a command that it was let run before.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` deletes {what}, on which others may rely. Ask your user whether it may go."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:drops)
WHERE  value ->> 'of' IN ('cloud', 'service', 'forge', 'secret', 'system')
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
  AND  NOT EXISTS (SELECT 1 FROM made_elsewhere m WHERE m.name = value ->> 'name')
  AND  NOT EXISTS (SELECT 1 FROM let_before)
