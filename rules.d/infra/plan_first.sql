-- Look at the plan before you apply it.
--
-- What creates, changes or destroys infrastructure shows beforehand what it would do. The plan counts if it succeeded
-- in this session and no file of the project was edited since. A saved plan that is applied counts as well.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["alters"]
--- message  = "`{text}` changes infrastructure, and {plan} has not shown what it would do since the last edit. Run that first, and read it."

SELECT :text AS text, p.example AS plan
FROM   json_each(:alters) a
CROSS  JOIN plans_of p
WHERE  a.value ->> 'of' = 'infrastructure'
       -- terraform apply FILE: the plan is in the file.
  AND  NOT (:program IN ('terraform apply', 'tofu apply') AND json_array_length(:operands) > 0)
  AND  NOT EXISTS (SELECT 1 FROM plans_seen s)
