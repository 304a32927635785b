-- Do not push past the review.
--
-- In a project whose latest commits on the default branch came by pull requests, a push to that branch goes past
-- everybody who would have looked. The history of the branch tells whether it is so, or the instructions of the project
-- do: "never commit directly to main". A user who asks for a push means
-- the branch that is checked out.

--- severity = "ask"
--- deeds    = ["pushes"]
--- repeat   = "once"
--- message  = "This pushes to `{branch}`, to which this project's commits come by pull requests. Push a branch of your own and open one, or ask your user."

SELECT name AS branch
FROM   pushed_branches
WHERE  does = 'updates' AND NOT tag AND name = nullif(:default_branch, '')
  AND  (:reviewed OR EXISTS (SELECT 1 FROM words w WHERE w.session = :session AND w.kind = 'forbidden'
                              AND  w.verb IN ('push main', 'unordered push main')))
  AND  NOT EXISTS (SELECT 1 FROM own_project)
  AND  NOT EXISTS (SELECT 1 FROM wanted
                   WHERE  verb IN ('push main', 'merge', 'force push') OR verb = 'push' AND name = :branch)
LIMIT  1
