-- The repositories inside of a project whose files are a part of the project's tree: all but worktrees, which
-- are known by a folder between the two.

SELECT part.root, whole.root AS project
FROM   trees part
JOIN   trees whole ON substr(part.root, 1, length(whole.root) + 1) = whole.root || '/'
                  AND substr(part.root, length(whole.root) + 1) NOT GLOB '*worktree*'
