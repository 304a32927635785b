-- Do not let the shell run what a message quotes.
--
-- Between double quotes backticks do not mark code. The shell runs what stands between them and puts its output into
-- the message of a commit, the text of a pull request or the pattern of a search. The rule is silent about commands
-- that produce a value, such as `date`: those are meant to run.

--- severity = "warn"
--- commands = ["git commit", "git tag", "jj commit", "jj describe", "hg commit", "gh", "glab", "rg", "grep"]
--- deeds    = ["inserts"]
--- message  = "The shell runs `{command}` and puts its output here, because backticks in double quotes run what they enclose. Use single quotes or a file for the text, or write $(…) if it is meant to run."

SELECT i.value ->> 'what' AS command
FROM   json_each(:inserts) i
WHERE  i.value ->> 'of' = 'backticks'
  AND  NOT EXISTS (
         SELECT 1
         FROM   json_each('["date","pwd","hostname","whoami","uname","cat","git rev-parse","git describe"]') v
         WHERE  i.value ->> 'what' = v.value OR i.value ->> 'what' GLOB v.value || ' *')
LIMIT  1
