-- Updates the state after a command that changed a tree without naming files: statements that are executed
-- in this order, once for each kind of change and project of a call. The parameters are `:session`, `:t`,
-- `:kind` and `:root`. They are no trigger on `changes`, whose key has one project for each kind.

INSERT INTO trees (root, changes) VALUES (:root, 1)
  ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
UPDATE trees SET changes = changes + 1
WHERE  substr(:root, 1, length(root) + 1) = root || '/' AND substr(:root, length(root) + 1) NOT GLOB '*worktree*';

UPDATE failing SET doubtful = 1 WHERE session = :session AND root = :root AND :kind = 'checkout';

UPDATE tally SET stashed = coalesce(
    (SELECT coalesce(c.args ->> '$[0]', '') IN ('', 'push', 'save') OR c.args ->> '$[0]' GLOB '-*' FROM commands c
     WHERE c.session = :session AND c.t = :t AND c.root = :root AND c.program = 'git stash' ORDER BY c.n DESC LIMIT 1), stashed)
WHERE session = :session AND root = :root;
