-- Marks the failures of a runner as doubtful after it has passed on what was built before the last change: what it
-- tested is not what is there. A run of what is built anew ends the doubt. Failures of another runner stay certain.

UPDATE failing SET doubtful = 6 WHERE session = :session AND root = :root AND doubtful = 0 AND tool = :tool;
