-- A refusal by the user stands.
--
-- The user has refused this very line, and nothing was asked or done since: the same line again is not what the user
-- wants. A new prompt, an edit, or any call that does more than look makes it another question.
--
-- The rule is silent about a line whose text is not kept, such as one with a here-document, because it may be another
-- line; about refusals by a rule or a mode of the client, or because it could ask nobody, for no person has refused
-- then; and about refusals by witness's own rules, which refuse again by themselves.

--- severity = "ask"
--- tools    = ["run"]
--- message  = "The user has refused this very line in this turn. Do what the user said, or ask before you try the same line again."

SELECT :command AS subject
FROM   events d
WHERE  d.session = :session AND d.t > :t - 20 AND d.t < :t AND d.outcome = 'denied' AND d.reason = 'refused by the user'
  AND  d.tool = 'run' AND d.command = :command AND d.cwd = :cwd AND :n = 0 AND instr(:command, '<<') = 0
  AND  NOT EXISTS (SELECT 1 FROM events o
                   WHERE  o.session = :session AND o.t > d.t
                     AND  (o.moment = 'start' OR o.moment = 'prompt' AND o.actor = '' AND o.source = ''
                           OR o.t < :t AND o.tool IN ('other', 'task', 'fetch')))
  AND  NOT EXISTS (SELECT 1 FROM commands c JOIN events e ON e.session = c.session AND e.t = c.t
                     AND  e.moment = 'after' AND e.outcome <> 'denied'
                   WHERE c.session = :session AND c.t > d.t AND c.t < :t AND NOT c.inert)
  AND  NOT EXISTS (SELECT 1 FROM touches k INDEXED BY touches_in_order
                   WHERE  k.session = :session AND k.t > d.t AND k.t < :t AND k.kind IN ('edit', 'write', 'delete')
                     AND  k.outcome = 'ok')
LIMIT  1
