-- Do not rewrite what others have.
--
-- A commit that the remote has is in the clones of others as well: amended, the histories diverge, and the next push
-- needs force. A commit that this agent has not made is somebody else's work: an earlier session's, a subagent's or a person's.
-- A session whose beginning was not heard may have made it before.

--- severity = "ask"
--- commands = ["git commit"]
--- message  = "This amends a commit that {why}. Make a new commit instead, or ask your user."
---
--- says.why.pushed  = "the remote already has"
--- says.why.foreign = "you have not made"

SELECT iif(:pushed, 'pushed', 'foreign') AS why,
       iif(:pushed, 'ask', 'warn') AS severity
WHERE  :flags ->> 'amend' AND :flags ->> 'dry-run' IS NULL
  AND  (:pushed OR EXISTS (SELECT 1 FROM begun)
                   AND NOT EXISTS (SELECT 1 FROM own_commits o
                                   WHERE  o.root = :root AND o.actor = :actor AND (o.head = :head OR :head = '')))
  AND  NOT EXISTS (SELECT 1 FROM commands c -- the commit that an earlier command of the line makes
                   WHERE  c.session = :session AND c.t = :t AND c.n < :n AND c.root = :root AND c.commits
                   UNION ALL SELECT 1 FROM own_project
                   UNION ALL SELECT 1 FROM wanted WHERE verb IN ('amend', 'rewrite history'))
