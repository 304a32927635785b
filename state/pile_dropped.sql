-- Ends the pile of untested edits of a tree whose edits were all thrown away. The parameters are `:session` and
-- `:root`.

UPDATE tally SET edits = 0 WHERE session = :session AND root = :root;
