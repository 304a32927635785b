-- Ends the pile of untested edits after tests that a hook of version control ran: it has tried the edits out. What
-- fails in it is not the commit's own failure, and is not kept. The parameters are the columns of the run.

UPDATE tally SET edits = 0 WHERE session = :session AND root = :root;
