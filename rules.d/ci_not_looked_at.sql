-- Look whether the repair has turned the build server green.
--
-- The build server was seen red in this session, a repair was pushed, and the turn ends without another look: nobody knows
-- whether it helped. To wait for it in the foreground (`gh pr checks --watch`) costs nothing but time. It is said once in a session.

--- severity = "warn"
--- when     = ["stop"]
--- repeat   = "once"
--- message  = "CI was red when you last looked, and you have pushed a repair since. Look at it again with `gh pr checks --watch`, or tell the user that you did not."

SELECT 'ci' AS subject
FROM   last_push p
WHERE  p.t > (SELECT prompted FROM sessions WHERE session = :session)
  AND  EXISTS (SELECT 1 FROM ci_looks l WHERE l.root = p.root AND l.red AND l.t < p.t AND l.t > p.previous)
  AND  NOT EXISTS (SELECT 1 FROM ci_looks n WHERE n.root = p.root AND n.t >= p.t)
  AND  NOT EXISTS (SELECT 1 FROM claims WHERE label = 'untried')
