-- Makes the failures doubtful that a command which no reader lists was the last to print, now that it has succeeded
-- and no reader finds anything in what it prints. The parameters are `:session`, `:t` and the columns of the command.
--
-- It clears none: what it ran is not known. Without this, only a command that prints its tests could end a failure
-- that a script has shown.

UPDATE failing SET doubtful = 3
WHERE  session = :session AND root = :root AND doubtful = 0 AND last < :t
  AND  program = :program AND dir = :dir AND selection = :selection AND task = :task;
