-- Do not repeat a password or a key that was printed.
--
-- A process list, a log or a setting has shown the address of a database with its password, or a file of settings or
-- the environment has shown a key. It is now in the conversation, in the recording of it, and with the provider of the
-- model. To see which keys are set, their names are enough: `cut -d= -f1 .env`. The rule is silent about keys of
-- examples and documents, and about what the session itself has written into a new file.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "This has printed {what}. Do not repeat it, leave it out of files and commits, and tell your user, who may want to change it.{advice}"
---
--- says.what.address     = "the address of a database with its password"
--- says.what.file        = "a key of {file}"
--- says.what.environment = "a key of the environment"
--- says.advice.names     = " To see which are set, print the names alone."
--- says.advice.none      = ""
---
--- options.files  = [".env", ".env.*", "*.env", ".zshrc", ".bashrc", ".profile", ".bash_profile", ".zprofile", "/proc/*/environ"]   # globs of the names of files with keys
--- options.leaves = ["*example*", "*sample*", "*template*", "*fixture*", "*test*", "*.dist", "*.dev.env", "*.env.dev", "*.env.development"]   # globs of the paths of what has none
--- options.prints = ["env", "printenv", "set", "export"]   # programs that print the environment

SELECT 'password' AS subject, 'address' AS what, '' AS file, 'none' AS advice
FROM   labels
WHERE  session = :session AND kind = 'leaks' AND t = :t
  -- The same machine is another one behind ssh.
  AND  (label = 'address' OR label = 'local_address' AND (:program = 'ssh' OR :program GLOB 'kubectl *'))
UNION  ALL
SELECT 'key', iif(shown.name = '', 'environment', 'file'), shown.name, 'names'
FROM   labels l,
       (SELECT coalesce(nullif(r.file, ''), r.path) AS name FROM touches r INDEXED BY touches_in_order
        WHERE  r.session = :session AND r.t = :t AND r.kind = 'read' AND r.manner = ''
          AND  EXISTS (SELECT 1 FROM json_each(:files) g WHERE r.path GLOB '*/' || ltrim(g.value, '/'))
          AND  NOT EXISTS (SELECT 1 FROM json_each(:leaves) g WHERE r.file GLOB g.value)
          AND  NOT EXISTS (SELECT 1 FROM touches w WHERE w.session = :session AND w.path = r.path AND w.kind = 'write'
                             AND  w.outcome = 'ok' AND NOT w.on_disk AND w.manner <> 'copy')
        UNION  ALL
        SELECT '' FROM commands c
        WHERE  c.session = :session AND c.t = :t AND c.program IN (SELECT value FROM json_each(:prints))) shown
WHERE  l.session = :session AND l.kind = 'leaks' AND l.t = :t AND l.label = 'key'
LIMIT  1
