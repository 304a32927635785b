-- Takes the pile of untested edits away with git stash, or brings it back: stashed.sql has noted which. The
-- parameters are `:session` and `:root`.

UPDATE tally
SET    edits = iif(stashed, 0, edits + put_away), put_away = iif(stashed, edits + put_away, 0)
WHERE  session = :session AND root = :root;
