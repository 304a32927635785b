-- A refusal is not to be gone around.
--
-- The user has refused a command or an edit, and the same comes back in another form: inside another line or `bash
-- -c`, as a shell command that changes the file of the refused edit, or as another program that deletes what was not to
-- be deleted. A new prompt of the user clears it. The same line again is retry_after_denial's, and the same tool again is
-- asked about by the client.

--- severity = "ask"
--- pack     = "destructive"
--- tools    = ["run", "edit", "write", "delete"]
--- message  = "{what} was refused by the user in this turn, and this does the same in another way. Do what the user said, or ask first."
---
--- says.what.command  = "`{text}`"
--- says.what.change   = "The change of {file}"
--- says.what.deletion = "The deletion of {file}"

WITH refusals (t, command) AS MATERIALIZED (
  SELECT d.t, d.command FROM events d
  WHERE  :via <> 'tool' -- the client asks again about its own
    AND  d.session = :session AND d.t > max(:t - 100,
         coalesce((SELECT prompted FROM sessions WHERE session = :session), 0)) AND d.t < :t
    AND  d.moment = 'before' AND d.outcome = 'denied' AND d.reason = 'refused by the user'
)
SELECT 'command' AS what, k.text, '' AS file
FROM   refusals r
CROSS  JOIN commands k ON k.session = :session AND k.t = r.t
WHERE  :program <> '' AND k.program = :program AND k.args = :args AND NOT k.inert AND k.program NOT IN (':', 'cd')
       AND r.command <> :command
       -- What the refused line did besides may be what the user did not want.
  AND  NOT EXISTS (SELECT 1 FROM commands o WHERE o.session = :session AND o.t = r.t AND NOT o.inert AND o.n <> k.n)
UNION ALL
SELECT iif(:kind = 'delete', 'deletion', 'change'), '', coalesce(nullif(:file, ''), :path)
FROM   refusals r
CROSS  JOIN touches k ON k.session = :session AND k.path = :path AND +k.t = r.t
  AND  k.outcome = 'denied' AND (k.via = 'tool' OR k.kind = 'delete' AND :kind = 'delete' AND r.command <> :command)
WHERE  coalesce(nullif(:file, ''), :path) <> ''
LIMIT  1
