-- Take out of git what you tell it to ignore.
--
-- A pattern in .gitignore keeps new files out. What git tracks already goes on into each commit, and with a push to everybody.
-- Nothing is said if the same line takes files out of the index.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- paths    = ["**/.gitignore"]
--- repeat   = "once"
--- gather   = "pattern"
--- message  = "git tracks files of `{pattern}` already, such as {file}: an ignore rule does not keep them out of commits. `git rm -r --cached` does. If one that was pushed holds a secret, tell your user."

SELECT value ->> 'pattern' AS pattern, value ->> 'file' AS file, value ->> 'pattern' AS subject
FROM   json_each(:tracked)
WHERE  NOT EXISTS (SELECT 1 FROM commands c WHERE c.session = :session AND c.t = :t AND c.program = 'git rm')
