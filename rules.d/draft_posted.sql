-- Show a draft before you post it.
--
-- The user's prompt asks for a draft, a text that they want to read before others do, and this sends or publishes something: a comment, a
-- message, a mail, a release. What is itself a draft at its forge is not meant. The next prompt says how to go on.

--- severity = "ask"
--- deeds    = ["sends", "releases"]
--- yields   = ["publish"]
--- repeat   = "once"
--- per      = "said"
--- message  = "Your user has asked for a draft, and this {does} to {host}. Show it to them first."
---
--- says.does.posts = "posts"
--- says.does.mails = "mails"
--- says.does.release = "publishes something"
--- says.does.publishes = "publishes"

WITH sent (does, host) AS (
  SELECT value ->> 'how', iif(value ->> 'to' = '', 'others', value ->> 'to') FROM json_each(:sends)
  WHERE  value ->> 'how' IN ('posts', 'mails', 'publishes') AND NOT value ->> 'local'
  UNION  ALL
  SELECT 'release', 'everyone' FROM json_each(:releases)
)
SELECT does, host, host || ' ' || (SELECT began FROM turn) AS said
FROM   sent
WHERE  EXISTS (SELECT 1 FROM words w
               WHERE  w.session = :session AND w.t = (SELECT prompted FROM sessions WHERE session = :session)
                 AND  w.kind = 'order' AND w.verb = 'draft')
  AND  :flags ->> 'draft' IS NULL
LIMIT  1
