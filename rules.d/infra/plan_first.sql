-- Look at the plan before you apply it.
--
-- What creates, changes or destroys infrastructure shows beforehand what it would do. The plan counts if it succeeded
-- in this session and no file of the project was edited since. A saved plan that is applied counts as well. One that says that
-- something would be destroyed is for the user to see: they have not written since.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["alters"]
--- message  = "`{text}` changes infrastructure, and {plan} {why}."

SELECT :text AS text, p.example AS plan,
       'has not shown what it would do since the last edit. Run that first, and read it' AS why
FROM   json_each(:alters) a
CROSS  JOIN plans_of p
WHERE  a.value ->> 'of' = 'infrastructure'
       -- terraform apply FILE: the plan is in the file.
  AND  NOT (:program IN ('terraform apply', 'tofu apply') AND json_array_length(:operands) > 0)
  AND  NOT EXISTS (SELECT 1 FROM plans_seen s)
UNION  ALL
SELECT :text, p.example, 'has said that it destroys something. Show your user what, and ask whether it may go'
FROM   json_each(:alters) a
CROSS  JOIN plans_of p
WHERE  a.value ->> 'of' = 'infrastructure'
  AND  EXISTS (SELECT 1 FROM labels l WHERE l.session = :session AND l.kind = 'plans' AND l.t > :t - 500
               AND  l.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0))
LIMIT  1
