-- Doubts all that fails, as a run has passed on what was built before the last change: what it tested is not what is
-- there. A run of what is built anew ends the doubt.

UPDATE failing SET doubtful = 6 WHERE session = :session AND root = :root AND doubtful = 0;
