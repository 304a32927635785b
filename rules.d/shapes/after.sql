-- Run a command after a change or after another command: the generator after an edit of its input, the installation after a checkout.
--
-- The agent is told when it is about to end its turn, and has not run the command with success since.

--- like   = "run_before"
--- pack   = "shapes"
--- severity = "off"
--- before = "stop"
