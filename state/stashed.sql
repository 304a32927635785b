-- Notes whether git stash has put the edits of a tree away. The parameters are `:session`, `:t` and `:root`.

UPDATE tally SET stashed = coalesce(
  (SELECT coalesce(c.args ->> '$[0]', '') IN ('', 'push', 'save') OR c.args ->> '$[0]' GLOB '-*' FROM commands c
   WHERE  c.session = :session AND c.t = :t AND c.root = :root AND c.program = 'git stash' ORDER BY c.n DESC LIMIT 1),
  stashed)
WHERE session = :session AND root = :root;
