-- Do not repeat a password that was printed.
--
-- A process list, a log or a setting has shown the address of a database with its password. It is in the conversation now, in
-- the recording of it, and with the provider of the model.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "This has printed the address of a database with its password. Do not repeat it, leave it out of files and commits, and tell your user, who may want to change it."

SELECT 'password' AS subject
FROM   labels
WHERE  session = :session AND kind = 'leaks' AND t = :t
  -- The same machine is another one behind ssh.
  AND  (label = 'address' OR :program = 'ssh' OR :program GLOB 'kubectl *')
LIMIT  1
