-- Show the user a plan that destroys something.
--
-- A plan that says that something would be destroyed or replaced is for the user to see before it is carried out. They
-- have seen it if they have written since.

--- severity = "ask"
--- pack     = "infra"
--- deeds    = ["alters"]
--- message  = "`{text}` changes infrastructure, and {plan} has said that it destroys something. Show your user what, and ask whether it may go."

SELECT :text AS text, p.example AS plan
FROM   json_each(:alters) a
CROSS  JOIN plans_of p
WHERE  a.value ->> 'of' = 'infrastructure'
  AND  EXISTS (SELECT 1 FROM labels l WHERE l.session = :session AND l.kind = 'plans' AND l.t > :t - 500
               AND  l.t > coalesce((SELECT prompted FROM sessions WHERE session = :session), 0))
LIMIT  1
