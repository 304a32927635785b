-- Commit when your user wants it.
--
-- The instructions of the project say "never commit unless I ask", and in this session the user has ordered neither a
-- commit nor anything that needs one. They want to look at the changes first.

--- severity = "ask"
--- pack     = "git"
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- repeat   = "once"
--- message  = "The instructions of this project say not to commit without an order, and your user has given none. Leave it to them, or ask."

SELECT 'commit' AS subject
WHERE  :commits AND :dir <> '?' AND NOT EXISTS (SELECT 1 FROM own_project)
  AND  EXISTS (SELECT 1 FROM words WHERE session = :session AND verb = 'unordered commit')
  AND  NOT EXISTS (SELECT 1 FROM words
                   WHERE  session = :session AND kind IN ('order', 'standing', 'permission')
                     AND  verb IN ('commit', 'amend', 'push', 'push main', 'pull request', 'merge', 'publish',
                                   'deploy'))
  AND  NOT EXISTS (SELECT 1 FROM wanted WHERE verb = 'commit' OR verb = 'run' AND named)
