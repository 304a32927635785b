-- Do not rewrite what others have.
--
-- A commit that the remote has is in the clones of others as well: amended, the histories diverge, and the next push
-- needs force. A commit that this session has not made is somebody else's work.

--- severity = "ask"
--- commands = ["git commit"]
--- message  = "This amends {what}. Make a new commit instead, or ask your user."

WITH mine (yes) AS (SELECT EXISTS (SELECT 1 FROM own_commits o CROSS JOIN events d ON d.session = :session
  AND d.t = o.t AND d.moment = 'after'
                                   WHERE o.root = :root AND d.head = :head))
SELECT iif(:pushed, 'a commit that the remote already has', 'a commit that this session has not made') AS what,
       iif(:pushed, 'ask', 'warn') AS severity
FROM   mine
WHERE  :flags ->> 'amend' AND :flags ->> 'dry-run' IS NULL AND :head <> '' AND (:pushed OR NOT yes)
  AND  NOT EXISTS (SELECT 1 FROM saved_in_line) AND NOT EXISTS (SELECT 1 FROM own_project)
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('amend', 'rewrite history'))
